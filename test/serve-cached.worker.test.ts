import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import worker from "../src/worker.ts";
import type { Bindings } from "../src/bindings.ts";
import { smallBundle, smallObjects } from "./support/bundles.ts";
import { form, ingest, ingestAsShipped, request, requestJson } from "./support/service.ts";
import { StatementCount } from "./support/statements.ts";
import { TEAM } from "./support/team.ts";

const count = new StatementCount();
/** Another isolate than that of `requestJson`, whose statements are counted. */
const other: Bindings = {
  ...env,
  KNOWLEDGE_DB: count.wrap(env.KNOWLEDGE_DB),
  WORKSPACE_DB: count.wrap(env.WORKSPACE_DB),
};

async function send(path: string, init: RequestInit = {}, bindings: Bindings = other) {
  const asked = new Request(`http://localhost${path}`, init) as Parameters<typeof worker.fetch>[0];
  count.total = 0;
  const answer = await worker.fetch(asked, bindings, createExecutionContext());
  const { status, headers } = answer;
  const shown = [...headers].filter(([name]) => name !== "x-request-id");
  return { status, shown, text: await answer.text(), statements: count.total };
}

const analyse = async () =>
  (
    await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({
        provider: "provider_a",
        text: "The actor used PowerShell and phishing.",
      }),
    )
  ).body.session_id;

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    method: "POST",
    body: text,
    headers: { "Content-Length": String(text.length), ...headers },
  };
};

beforeAll(ingestAsShipped);

describe("what is read from the workspace", () => {
  it.each([
    ["/api/analyze/sessions", analyse],
    [
      "/api/layers",
      () => requestJson("/api/layers", post({ name: "A", technique_ids: ["T1566"] })),
    ],
    [
      "/api/pipeline/observables",
      () =>
        requestJson(
          "/api/pipeline/observables",
          post({ kind: "domain", value: "host.example.org" }),
        ),
    ],
  ])(
    "%s takes one statement until something changes, and is new at once then",
    async (path, change) => {
      await analyse();
      await send(path);
      const first = await send(path);
      const second = await send(path);
      expect([second.status, second.statements]).toEqual([200, 1]);
      expect({ ...second, statements: 0 }).toEqual({ ...first, statements: 0 });
      await change();
      const third = await send(path);
      const total = (answer: typeof third) =>
        new Map(answer.shown.map(([k, v]) => [k, v])).get("x-total-count");
      expect(Number(total(third))).toBe(Number(total(first)) + 1);
      expect(third.text).not.toBe(first.text);
    },
  );

  it("a session is new after a review, and gone after it was deleted", async () => {
    const id = await analyse();
    const path = `/api/analyze/${id}`;
    const first = await send(path);
    expect(await send(path)).toMatchObject({ text: first.text, statements: 1 });
    const [technique] = JSON.parse(first.text).techniques;
    await requestJson(`/api/analyze/sessions/${id}/techniques/${technique.attack_id}`, {
      ...post({ review_status: "accepted" }),
      method: "PATCH",
    });
    expect((await send(path)).text).toContain('"accepted"');
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    expect((await send(path)).status).toBe(404);
  });

  it("is for those who may read, and searches are counted each time", async () => {
    const team = { ...other, ...TEAM, RATE_SEARCHES_PER_MINUTE: "2" } as Bindings;
    const ada = { headers: { "X-Auth-User": "ada", "X-Auth-Roles": "viewer" } };
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await send("/api/layers", ada, team)).status).toBe(200);
      expect((await send("/api/layers", {}, team)).status).toBe(401);
    }
    const search = async () => (await send("/api/pipeline/observables?q=a", ada, team)).status;
    expect([await search(), await search(), await search()]).toEqual([200, 200, 429]);
  });
});

describe("what is computed from a body", () => {
  const path = "/api/apt/compare";
  const body = { technique_ids: ["T1059.001", "T1566"] };
  // What releases there are is believed for a second, which a busy machine may take in between.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("is the same when it is sent again, without a statement, and another for another body", async () => {
    const first = await send(path, post(body));
    const second = await send(path, post(body));
    expect(second).toEqual({ ...first, statements: 0 });
    expect(JSON.parse(second.text).length).toBeGreaterThan(0);
    const one = await send(path, post({ technique_ids: ["T1566"] }));
    expect(one.text).not.toBe(first.text);
    expect((await send(`${path}?top_n=1`, post(body))).text).not.toBe(first.text);
  });

  it("is refused as ever for what is not allowed or not valid", async () => {
    await send(path, post(body));
    const elsewhere = { Origin: "https://elsewhere.example" };
    expect((await send(path, post(body, elsewhere))).status).toBe(403);
    expect((await send(path, post("{"))).status).toBe(400);
    expect((await send(path, post({ technique_ids: [] }))).status).toBe(422);
    const team = { ...other, ...TEAM } as Bindings;
    await send(path, post(body, { "X-Auth-User": "ada" }), team);
    expect((await send(path, post(body), team)).status).toBe(401);
  });

  it("is new the moment a release is published", async () => {
    const first = await send(path, post(body));
    await ingest(
      smallBundle(
        "99.0",
        "2.1",
        smallObjects().filter(({ type }) => type !== "relationship"),
      ),
    );
    await new Promise((done) => setTimeout(done, 1_100));
    expect((await send(path, post(body))).text).not.toBe(first.text);
  });
});
