import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { waitFor } from "../support/node/machine.ts";
import { childrenOf, commandOf } from "../support/node/processes.ts";
import { beginRequest } from "../support/node/raw-request.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

let folder: ReturnType<typeof preparedFolder>;
let service: RunningService;

beforeAll(async () => {
  folder = preparedFolder();
  service = await startService(folder.path, {
    RATE_IMPORTS_PER_MINUTE: "1",
    AUTH_ENABLED: "true",
    PROXY_SECRET: "of this test",
  });
});
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

const team = (role: string) => ({
  "X-Proxy-Secret": "of this test",
  "X-Auth-User": "ann",
  "X-Auth-Roles": role,
});
const ask = async (path: string, init: RequestInit = {}) =>
  await fetch(`${service.url}${path}`, {
    ...init,
    headers: { ...team("analyst"), ...(init.headers as Record<string, string>) },
  });
/** The processes of workerd; the first one serves. */
const workerds = () =>
  childrenOf(service.process.pid ?? 0).filter((pid) => commandOf(pid).includes("workerd serve"));

function formOf(text: string): FormData {
  const form = new FormData();
  form.set("text", text);
  return form;
}

describe("the background process", () => {
  it("is not there for what takes little, and starts with the first long request", async () => {
    expect((await ask("/api/layers")).status).toBe(200);
    expect(workerds()).toHaveLength(1);
    const sent = {
      method: "POST",
      body: formOf("The actor used PowerShell."),
      headers: { "X-Request-ID": "long-1" },
    };
    const response = await ask("/api/analyze", sent);
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Request-ID")).toBe("long-1");
    expect(workerds()).toHaveLength(2);
  });

  it("answers a refusal under the role and the limits of the sender", async () => {
    const refused = await ask("/api/analyze", {
      method: "POST",
      body: formOf("x"),
      headers: team("viewer"),
    });
    expect(refused.status).toBe(403);
    const statuses: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const response = await ask("/api/pipeline/import/stix", { method: "POST", body: "{" });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([400, 429]);
  });

  it("refuses a large body at once, and ends its connection", async () => {
    const sent = beginRequest(
      service.url,
      "/api/pipeline/import/stix",
      90_000_000,
      team("analyst"),
    );
    const answer = await sent.answer;
    expect(answer.status).toBe(429);
    await sent.closed;
  });

  it("costs its requests when it is killed, and the next one starts another", async () => {
    const long = ask("/api/analyze", {
      method: "POST",
      body: formOf("The actor used T1059.001 and then something else entirely. ".repeat(16_000)),
    });
    const id = await waitFor("the session", async () => {
      const listed = await ask("/api/analyze/sessions?status=processing");
      const [first] = (await listed.json()) as { session_id: string }[];
      return first?.session_id ?? null;
    });
    const [, background = 0] = workerds();
    process.kill(background, "SIGKILL");
    const answer = await long;
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: "starting" });
    const failed = await waitFor("the end of the session", async () => {
      const session = await ask(`/api/analyze/${id}`);
      return session.status === 202 ? null : session;
    });
    expect(await failed.json()).toMatchObject({ code: "analysis_failed" });
    const { status } = await ask("/api/analyze", {
      method: "POST",
      body: formOf("T1003 was used."),
    });
    expect(status).toBe(200);
  });

  it("ends with the process that serves, whose databases it uses", async () => {
    const before = workerds();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, "SIGKILL");
    await waitFor("the service", async () => {
      const health = await fetch(`${service.url}/api/health`).catch(() => null);
      return health?.status === 200 ? true : null;
    });
    expect(workerds().filter((pid) => before.includes(pid))).toEqual([]);
    const { status } = await ask("/api/analyze", {
      method: "POST",
      body: formOf("T1003 was used."),
    });
    expect(status).toBe(200);
  });
});
