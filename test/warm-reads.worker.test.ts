import { createExecutionContext, env } from "cloudflare:test";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Bindings } from "../src/bindings.ts";
import worker from "../src/worker.ts";
import { form, ingestSmallRelease, requestJson } from "./support/service.ts";
import { StatementCount } from "./support/statements.ts";

const count = new StatementCount();
const bindings: Bindings = {
  ...env,
  KNOWLEDGE_DB: count.wrap(env.KNOWLEDGE_DB),
  WORKSPACE_DB: count.wrap(env.WORKSPACE_DB),
};

/** Sends a request; answers what of D1 it took. */
async function countOnce(path: string, init: RequestInit = {}) {
  count.total = 0;
  count.rowsRead = 0;
  const request = new Request(`http://localhost${path}`, init) as Request<
    unknown,
    IncomingRequestCfProperties
  >;
  const response = await worker.fetch(request, bindings, createExecutionContext());
  await response.arrayBuffer();
  return { status: response.status, statements: count.total, rowsRead: count.rowsRead };
}

/** The same as an isolate gets it that is at work: the last of three. */
async function countWarm(path: string, init: RequestInit = {}) {
  await countOnce(path, init);
  await countOnce(path, init);
  return await countOnce(path, init);
}

/** Sessions, layers and observables that there are. */
const HELD = 20;
let session = "";

async function made(path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const { status, body } = await requestJson(path, init);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

beforeAll(async () => {
  await ingestSmallRelease();
  const post = (path: string, body: object) =>
    made(path, { method: "POST", body: JSON.stringify(body) });
  for (let i = 0; i < HELD; i += 1) {
    const text = `Report ${i}: APT29 used PowerShell (T1059.001).`;
    session = String((await made("/api/analyze", form({ text })))["session_id"]);
    await post("/api/layers", { name: `Layer ${i}`, technique_ids: ["T1059"] });
    await post("/api/pipeline/observables", { kind: "domain", value: `evil-${i}.xyz` });
  }
  // What another isolate may have published is asked for once a second; here no second passes.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => vi.useRealTimers());

it.each([
  "/api/apt/groups",
  "/api/apt/groups/G0016",
  "/api/apt/campaigns",
  "/api/attack/techniques",
  "/api/attack/techniques/T1059.001",
  "/api/attack/software",
  "/api/attack/software/S0002",
  "/api/attack/tactics",
  "/api/attack/versions",
])("what is published reads nothing of a database once it is warm: %s", async (path) => {
  expect(await countWarm(path)).toEqual({ status: 200, statements: 0, rowsRead: 0 });
});

it("nor does a comparison", async () => {
  const body = JSON.stringify({ technique_ids: ["T1059.001", "T1566"] });
  const compared = await countWarm("/api/apt/compare", { method: "POST", body });
  expect(compared).toEqual({ status: 200, statements: 0, rowsRead: 0 });
});

it.each([
  ["what tells how the service is", () => "/api/health", 0],
  ["a path that is not there", () => "/api/none", 0],
  ["a session", () => `/api/analyze/${session}`, 1],
  ["sessions", () => "/api/analyze/sessions", 1],
  ["layers", () => "/api/layers", 1],
  ["observables", () => "/api/pipeline/observables", 1],
])("%s takes no more of a database than it did", async (_name, path, rows) => {
  const { statements, rowsRead } = await countWarm(path());
  expect([statements, rowsRead]).toEqual([rows, rows]);
});

it.each([
  ["a session", () => `/api/analyze/${session}?explain=false`, 3, 4],
  ["sessions", () => "/api/analyze/sessions?limit=100", 2, 3 * HELD + 1],
  ["layers", () => "/api/layers?limit=100", 2, 3 * HELD],
  ["observables", () => "/api/pipeline/observables?limit=100", 3, 3 * HELD + 1],
])("%s that nobody asked for before: no more than it did", async (_name, path, most, rows) => {
  const { statements, rowsRead } = await countOnce(path());
  expect(statements).toBeLessThanOrEqual(most);
  expect(rowsRead).toBeLessThanOrEqual(rows);
});

it.each([
  ["a session", () => `/api/analyze/${session}`, 3],
  ["sessions", () => "/api/analyze/sessions", 2],
  ["layers", () => "/api/layers", 2],
  ["observables", () => "/api/pipeline/observables", 3],
])("%s that something changed since: no more than it did", async (_name, path, most) => {
  await countOnce(path());
  await made("/api/pipeline/observables", {
    method: "POST",
    body: JSON.stringify({ kind: "domain", value: `${crypto.randomUUID()}.xyz` }),
  });
  expect((await countOnce(path())).statements).toBe(most);
});

it.each([
  ["/api/jobs", 1],
  // The intake counts the reports of each.
  ["/api/pipeline/sources", 2],
  ["/api/pipeline/runs", 1],
  ["/api/pipeline/rules", 1],
  ["/api/pipeline/imports", 1],
  ["/api/pipeline/suppressions", 1],
])("a page of %s and how many there are: %i statements at most", async (path, most) => {
  expect(await countOnce(`${path}?limit=7`)).toMatchObject({ status: 200, statements: most });
});

it("what is counted is what was read", async () => {
  const { statements, rowsRead } = await countOnce("/api/layers?limit=99");
  expect(statements).toBeGreaterThan(0);
  expect(rowsRead).toBeGreaterThanOrEqual(HELD);
});
