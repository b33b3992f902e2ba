import { SHIPPED } from "../support/shipped.ts";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { largeBundle } from "../support/node/large-bundle.ts";
import { waitFor } from "../support/node/machine.ts";
import { readSessionId } from "../support/node/read-session-id.ts";
import {
  analyse,
  type RunningService,
  sendBundle,
  startService,
  preparedFolder,
  waitForTask,
} from "../support/node/service.ts";

const json = async <T>(url: string) => (await (await fetch(url)).json()) as T;

let folder: ReturnType<typeof preparedFolder>;
let service: RunningService;

beforeEach(async () => {
  folder = preparedFolder();
  service = await startService(folder.path);
});
afterEach(async () => {
  await service.stop();
  folder.remove();
});

describe("after a restart", () => {
  it.each(["graceful", "kill -9"])("(%s) everything acknowledged is there", async (how) => {
    const { body } = await analyse(service.url, { text: "APT29 used T1059.001 here." });
    const before = await json(`${service.url}/api/analyze/${body.session_id}`);
    if (how === "graceful") expect(await service.stop()).toBe(0);
    else await service.killAll();
    service = await startService(folder.path);
    expect(await json(`${service.url}/api/analyze/${body.session_id}`)).toEqual(before);
    const text = await fetch(`${service.url}/api/analyze/${body.session_id}/text`);
    expect(await text.text()).toBe("APT29 used T1059.001 here.");
  });
});

describe("kill -9 in the middle of an ingest", () => {
  // The isolate is busy while it ingests, so the middle is found by time, not by asking.
  const delays = [0, 60, 120, 180, 240, 300, 400];
  let interrupted = 0;

  it.each(delays)(
    "(after %i ms) the old release answers, and the ingest finishes",
    async (delay) => {
      const before = await json<object[]>(`${service.url}/api/apt/groups`);
      const taskId = await sendBundle(
        service.url,
        largeBundle("99.1", "enterprise-attack", 1_200),
        false,
      );
      await new Promise((resolve) => setTimeout(resolve, delay));
      await service.killAll();
      const killed = new Date().toISOString();
      service = await startService(folder.path);
      const groups = await json<object[]>(`${service.url}/api/apt/groups`);
      expect([2, before.length]).toContain(groups.length);
      const task = await waitForTask(service.url, taskId);
      expect(task).toMatchObject({ status: "complete", domains: [{ error: null }] });
      if ((task.finished_at ?? "") > killed) interrupted += 1;
      const versions = await json<{ version: string; is_current: boolean }[]>(
        `${service.url}/api/attack/versions`,
      );
      expect(versions.map((v) => [v.version, v.is_current])).toEqual([
        ["99.1", true],
        [SHIPPED.version, false],
      ]);
      expect(await json(`${service.url}/api/apt/groups`)).toHaveLength(2);
      expect(await json(`${service.url}/api/apt/groups?version=${SHIPPED.version}`)).toEqual(
        before,
      );
    },
  );

  afterAll(() => {
    // A kill that always comes too late would prove nothing.
    expect(interrupted).toBeGreaterThan(0);
  });
});

describe("kill -9 in the middle of an analysis", () => {
  it("leaves no session that says completed and is not", async () => {
    const text = "The actor used T1059.001 and then something else entirely. ".repeat(16_000);
    const form = new FormData();
    form.set("text", text);
    const response = await fetch(`${service.url}/api/analyze/stream`, {
      method: "POST",
      body: form,
    });
    const sessionId = await readSessionId(response);
    await service.killAll();
    service = await startService(folder.path);
    const session = await fetch(`${service.url}/api/analyze/${sessionId}`);
    const listed = await json<{ session_id: string }[]>(`${service.url}/api/analyze/sessions`);
    const body = (await session.json()) as { code?: string; techniques?: unknown[] };
    // The kill may come after the last write; then all of it must be there.
    if (session.status === 200) {
      expect(body.techniques).toHaveLength(1);
      expect(listed.map((s) => s.session_id)).toEqual([sessionId]);
    } else {
      expect({ status: session.status, code: body.code }).toEqual({
        status: 409,
        code: "analysis_failed",
      });
      expect(listed).toEqual([]);
    }
  });
});

describe("a client that goes away", () => {
  it("ends its analysis as failed", async () => {
    const form = new FormData();
    form.set("text", "The actor used T1059.001 and went on for long. ".repeat(20_000));
    const gone = new AbortController();
    const response = await fetch(`${service.url}/api/analyze/stream`, {
      method: "POST",
      body: form,
      signal: gone.signal,
    });
    const sessionId = await readSessionId(response);
    gone.abort();
    const status = await waitFor("the end of the session", async () => {
      const asked = await fetch(`${service.url}/api/analyze/${sessionId}`);
      return asked.status === 202 ? null : asked.status;
    });
    expect([200, 409]).toContain(status);
  });
});
