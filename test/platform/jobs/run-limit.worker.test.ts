import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createSource } from "../../../src/pipeline/collection/create-source.ts";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { Deadline } from "../../../src/platform/lib/deadline.ts";
import { ingestSmallRelease, requestJson, testServices } from "../../support/service.ts";

const never = async () => await new Promise<never>(() => undefined);

const jobOf = async (id: string) =>
  await env.WORKSPACE_DB.prepare("select state, attempts, error from jobs where id = ?")
    .bind(id)
    .first();

/** Lets all time-outs of some minutes pass, as soon as `begun` says that they are set. */
async function passMinutes(minutes: number, begun: () => boolean): Promise<void> {
  await vi.waitFor(() => expect(begun()).toBe(true));
  vi.advanceTimersByTime(minutes * 60_000);
}

beforeAll(ingestSmallRelease);
afterEach(() => {
  vi.useRealTimers();
});

describe("a job that makes no progress", () => {
  it("ends as failed with its reason, which its run shows too", async () => {
    let asked = 0;
    const network = async () => {
      asked += 1;
      return await never();
    };
    const base = testServices();
    const context = testServices({
      network: { public: network, operator: network },
      settings: { ...base.settings, SOURCE_TIMEOUT_MS: 24 * 60 * 60_000 },
      log: () => undefined,
    });
    const { id } = await createSource(context, "local", {
      url: "https://stuck.unit.dev/feed",
      kind: "rss" as const,
      enabled: true,
      interval_minutes: 60,
      include: [],
      exclude: [],
      filters: {},
    });
    const source = await context.collection.find(id);
    if (source === null) throw new Error("no source");
    const runId = await enqueueRun(context, source, "local", "manual");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const done = runJob(context, runId);
    await passMinutes(5, () => asked > 0);
    await done;
    const error = "The job did not end within 5 minutes and was stopped.";
    expect(await jobOf(runId)).toEqual({ state: "failed", attempts: 1, error });
    expect(await context.collection.findRun(runId)).toMatchObject({ status: "failed", error });
    expect(await context.collection.find(id)).toMatchObject({
      last_status: "failed",
      last_error: error,
      consecutive_failures: 1,
    });
  });

  it("ends as failed on the intake report, and its session with it", async () => {
    const path = "/api/pipeline/intake";
    const send = async (to: string, body: object) =>
      await requestJson<{ id: string }>(to, { method: "POST", body: JSON.stringify(body) });
    const given = { title: "A report whose analysis never ends", text: "T1566" };
    const { id } = (await send(path, given)).body;
    await send(`${path}/${id}/promote`, { analyze: true });
    const job = await env.WORKSPACE_DB.prepare(
      "select id from jobs where payload ->> '$.report_id' = ?",
    )
      .bind(id)
      .first<{ id: string }>();
    const jobId = job?.id ?? "";
    let begun = false;
    const context = testServices({
      log: () => undefined,
      sessionFiles: Object.assign(
        Object.create(null) as ReturnType<typeof testServices>["sessionFiles"],
        {
          store: async () => {
            begun = true;
            await never();
          },
        },
      ),
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const done = runJob(context, jobId);
    await passMinutes(13, () => begun);
    await done;
    const error = "The job did not end within 13 minutes and was stopped.";
    expect(await jobOf(jobId)).toEqual({ state: "failed", attempts: 1, error });
    expect((await requestJson(`${path}/${id}`)).body).toMatchObject({
      analysis_status: "failed",
      analysis_error: error,
    });
    const session = await env.WORKSPACE_DB.prepare(
      "select status, failure from sessions where idempotency_key = ?",
    )
      .bind(jobId)
      .first();
    expect(session).toEqual({ status: "failed", failure: error });
  });
});

describe("a deadline", () => {
  it("leaves no timer and no listener behind when the work has ended", async () => {
    vi.useFakeTimers();
    const caller = new AbortController();
    const deadline = new Deadline(1000, () => new Error("late"), caller.signal);
    deadline.limit(500, () => new Error("silent"));
    expect(await deadline.race(Promise.resolve(7))).toBe(7);
    deadline.end();
    expect(vi.getTimerCount()).toBe(0);
    caller.abort(new Error("gone"));
    expect(deadline.signal.aborted).toBe(false);
  });

  it("ends with the first reason there is", async () => {
    vi.useFakeTimers();
    const deadline = new Deadline(1000, () => new Error("late"));
    const step = deadline.limit(300, () => new Error("silent"));
    vi.advanceTimersByTime(200);
    step();
    vi.advanceTimersByTime(700);
    expect(deadline.signal.aborted).toBe(false);
    const waiting = deadline.race(never());
    vi.advanceTimersByTime(100);
    await expect(waiting).rejects.toThrow("late");
    expect(deadline.signal.reason).toEqual(new Error("late"));
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(new Deadline(1000, () => new Error("late"), gone).race(never())).rejects.toThrow(
      "gone",
    );
  });
});
