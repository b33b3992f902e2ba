import { createExecutionContext, env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { loadSeed } from "../../../src/knowledge/attack/load-seed.ts";
import { resolveIndex } from "../../../src/knowledge/attack/resolve-release.ts";
import type { HistoryEntry } from "../../../src/reading/review/history/schema.ts";
import type { SecondOpinion } from "../../../src/reading/review/second-opinion/opinion-schema.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import worker from "../../../src/worker.ts";
import { D1Use } from "../../support/d1-limits.ts";
import { json } from "../../support/edits.ts";
import { SHIPPED } from "../../support/shipped.ts";
import { form, testServices } from "../../support/service.ts";

const use = new D1Use();
const bindings = use.bindings();
/** All techniques of the shipped release. */
const ALL = SHIPPED.techniques;
/** The one that is added; neither its id nor its name is in the text. */
const ADDED = "T1003.008";
const PASSAGES = 5;
/** As many of them are reviewed; what each takes does not grow. */
const REVIEWED = 250;
let session: Analysis;
let path = "";

/** Sends a request, and requires that nothing of it is too large for D1. */
async function send(at: string, init: RequestInit = {}): Promise<Response> {
  use.reset();
  const asked = new Request(`http://localhost${at}`, init) as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(asked, bindings, createExecutionContext());
  const body = await response.arrayBuffer();
  // A tenth of the 1,000 statements of an invocation, so that nothing grows with the techniques.
  expect([at, use.statements <= 100]).toEqual([at, true]);
  expect(use.sqlBytes).toBeLessThan(100_000);
  expect(use.values).toBeLessThanOrEqual(100);
  expect(use.valueBytes).toBeLessThan(2_000_000);
  return new Response(response.status === 204 ? null : body, response);
}

const sendJson = async <T>(at: string, init: RequestInit = {}): Promise<T> => {
  const response = await send(at, init);
  if (response.status >= 300) throw new Error(`${at}: ${await response.text()}`);
  return await response.json<T>();
};

beforeAll(async () => {
  const services = testServices();
  await loadSeed(services, async () => undefined);
  const release = await resolveIndex(services, { domain: "enterprise-attack" });
  const named = [...release.techniques.values()].filter(({ attack_id: id }) => id !== ADDED);
  const lines = named.flatMap(({ attack_id: id, name }) =>
    Array.from(
      { length: PASSAGES },
      (_, n) => `On day ${n + 1} the intruders used ${name} (${id}) against host ${n + 1}.`,
    ),
  );
  session = await sendJson<Analysis>("/api/analyze", form({ text: lines.join("\n") }));
  path = `/api/analyze/sessions/${session.session_id}`;
});

/** One of those that were reviewed was undone, and the one that was added counts as well. */
const accepted = ({ techniques }: Analysis) =>
  techniques.filter((one) => one.review_status === "accepted").length;

describe("a session of all techniques, with five passages each", () => {
  it("has them all, with one that is added, removed and brought back", async () => {
    expect(session.techniques).toHaveLength(ALL - 1);
    const passages = session.techniques.map((technique) => technique.passages.length);
    expect(passages.filter((count) => count === PASSAGES)).toHaveLength(ALL - 1);
    const given = { attack_id: ADDED, evidence: "On day 5 the intruders used" };
    await sendJson(`${path}/techniques`, json("POST", given));
    expect((await send(`${path}/techniques/${ADDED}`, json("DELETE"))).status).toBe(204);
    const [removed] = await sendJson<HistoryEntry[]>(`${path}/history`);
    await sendJson(`${path}/history/${removed?.change_id}/undo`, json("POST"));
    const read = await sendJson<Analysis>(`/api/analyze/${session.session_id}`);
    expect(read.techniques).toHaveLength(ALL);
  });

  it("is reviewed, changed, undone and listed within the limits of D1", async () => {
    const ids = session.techniques.map(({ attack_id: id }) => id);
    for (const id of ids.slice(0, REVIEWED)) {
      await sendJson(`${path}/techniques/${id}`, json("PATCH", { review_status: "accepted" }));
    }
    const response = await send(`${path}/history?limit=200&offset=40`);
    expect(response.headers.get("X-Total-Count")).toBe(String(REVIEWED + 3));
    const page = await response.json<HistoryEntry[]>();
    expect(page.every(({ can_undo: can }) => can)).toBe(true);
    const first = await sendJson<HistoryEntry[]>(`${path}/history?limit=1&offset=${REVIEWED - 1}`);
    await sendJson(`${path}/history/${first[0]?.change_id}/undo`, json("POST"));
    const [last] = ids.slice(-1);
    await sendJson(`${path}/history?limit=1`);
    await sendJson(
      `${path}/techniques/${last}`,
      json("PATCH", { evidence: "On day 2", note: "n" }),
    );
    const read = await sendJson<Analysis>(`/api/analyze/${session.session_id}?explain=true`);
    expect(accepted(read)).toBe(REVIEWED);
  });

  it("is reviewed as a whole and undone as a whole, within the limits of D1", async () => {
    const changes = session.techniques.map(({ attack_id: id }) => ({
      attack_id: id,
      review_status: "needs_evidence",
    }));
    await sendJson(`${path}/techniques/review`, json("POST", { changes }));
    const [last] = await sendJson<HistoryEntry[]>(`${path}/history?limit=1`);
    const undone = await sendJson<HistoryEntry>(
      `${path}/history/${last?.change_id}/undo?batch=true`,
      json("POST"),
    );
    expect(undone).toMatchObject({ action: "undone", batch_id: undone.change_id });
    const read = await sendJson<Analysis>(`/api/analyze/${session.session_id}`);
    expect(accepted(read)).toBe(REVIEWED);
  });

  it("is compared and exported", async () => {
    await sendJson(`${path}/compare?top_n=50`, json("POST"));
    await sendJson(`${path}/compare/changes`);
    await sendJson("/api/analyze/sessions?technique=T1059&search=intruders");
    for (const end of [
      "",
      "/stix",
      "/navigator",
      "/csv",
      "/markdown",
      "/attack-flow",
      "/attack-flow-builder",
    ]) {
      expect((await send(`/api/export/analysis/${session.session_id}${end}`)).status).toBe(200);
    }
  });

  it("is analysed again, with all that was decided", async () => {
    await use.settle();
    const again = await sendJson<Analysis>(`${path}/reanalyse`, json("POST"));
    expect(again.techniques).toHaveLength(ALL);
    expect(accepted(again)).toBe(REVIEWED);
    const [entry] = await sendJson<HistoryEntry[]>(`${path}/history`);
    expect(entry).toMatchObject({ action: "reanalysed", can_undo: false });
  });

  it("gets all of them by a second opinion, within the limits of D1", async () => {
    const text = await (await send(`/api/analyze/${session.session_id}/text`)).text();
    const other = await sendJson<Analysis>("/api/analyze", form({ text }));
    const at = `/api/analyze/sessions/${other.session_id}/second-opinion`;
    await env.WORKSPACE_DB.prepare("delete from session_techniques where session_id = ?")
      .bind(other.session_id)
      .run();
    const opinion = await sendJson<SecondOpinion>(`${at}?provider=provider_a`, json("POST"));
    const given = { opinion_id: opinion.opinion_id };
    const merged = await sendJson<Analysis>(`${at}/accept`, json("POST", given));
    expect(merged.techniques).toHaveLength(ALL - 1);
    expect(await sendJson<Analysis>(`${at}/accept`, json("POST", given))).toEqual(merged);
  });

  it("takes no id twice, and goes", async () => {
    await sendJson(`${path}/techniques/T1003`, json("PATCH", { attack_id: "T1003.001" })).then(
      () => expect.unreachable(),
      (error: Error) => expect(error.message).toMatch(/has T1003.001 already/),
    );
    expect((await send(path, json("DELETE"))).status).toBe(204);
    expect((await send(`${path}/history`)).status).toBe(404);
  });
});
