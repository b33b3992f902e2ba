import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryEntry } from "../../../../src/reading/review/history/schema.ts";
import type { Analysis } from "../../../../src/reading/sessions/schema.ts";
import { smallBundle, smallObjects } from "../../../support/bundles.ts";
import { json } from "../../../support/edits.ts";
import { OPINION_REPORT, opinionSession, statusesOf } from "../../../support/second-opinions.ts";
import { ingest, ingestSmallRelease } from "../../../support/service.ts";

const ADDED = "T1059.001";
const QUESTIONED = "T1574.001";
const BEFORE = { T1566: "suggested", [QUESTIONED]: "suggested" };
const MERGED = { T1566: "suggested", [QUESTIONED]: "needs_evidence", [ADDED]: "suggested" };

beforeAll(async () => {
  await ingestSmallRelease();
  await ingest(smallBundle("19.0", "2.1", smallObjects()));
});

/** A session with a second opinion on it. */
async function prepared(how?: string) {
  // Later releases are there, against which it is not analysed.
  const session = await opinionSession(undefined, "provider=provider_b&version=18.1");
  const { opinion_id: opinionId } = (await session.ask(how)).body;
  const history = async () => (await session.send<HistoryEntry[]>(`${session.path}/history`)).body;
  return {
    ...session,
    opinionId,
    history,
    undo: async (changeId = "") =>
      await session.send(`${session.path}/history/${changeId}/undo`, json("POST")),
    patch: async (attackId: string, change: object) =>
      await session.send(`${session.path}/techniques/${attackId}`, json("PATCH", change)),
  };
}

const find = ({ techniques }: Analysis, id: string) =>
  techniques.find((one) => one.attack_id === id);

describe("accepting a second opinion as a whole", () => {
  it("adds what it adds, questions what it denies, and keeps the rest", async () => {
    const { accept, opinionId, read, history } = await prepared();
    const { status, body, headers } = await accept(opinionId);
    expect(status).toBe(200);
    expect(statusesOf(body)).toEqual(MERGED);
    const evidence = "APT29 ran T1059.001 on the host.";
    expect(find(body, ADDED)).toMatchObject({
      name: "PowerShell",
      tactic: "execution",
      evidence,
      evidence_start: OPINION_REPORT.indexOf(evidence),
      evidence_end: evidence.length,
      verified: true,
      origin: "analysis",
      found_as: null,
      changed_by: "local",
      judgement: { standing: "agreed", verdicts: [{ verdict: "yes" }] },
    });
    expect(find(body, QUESTIONED)).toMatchObject({ origin: "analysis", changed_by: "local" });
    expect(await read()).toMatchObject({ techniques: body.techniques });
    const entries = await history();
    expect(entries).toMatchObject([
      { action: "changed", attack_id: QUESTIONED, fields: ["review_status"], can_undo: true },
      { action: "added", attack_id: ADDED, before: null, can_undo: true },
    ]);
    expect(entries[1]?.after).not.toHaveProperty("judgement");
    expect(headers.get("ETag")).toBe(`"${entries[0]?.change_id}"`);
  });

  it("changes nothing the second time", async () => {
    const { accept, opinionId, history } = await prepared();
    const first = await accept(opinionId);
    const second = await accept(opinionId);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("ETag")).toBe(first.headers.get("ETag"));
    expect(await history()).toHaveLength(2);
  });

  it("doubles nothing when several people do it simultaneously", async () => {
    const { accept, opinionId, read, history } = await prepared();
    const answers = await Promise.all(
      [undefined, [ADDED], [QUESTIONED], undefined].map((ids) => accept(opinionId, ids)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(statusesOf(await read())).toEqual(MERGED);
    expect((await read()).techniques).toHaveLength(3);
    expect(await history()).toHaveLength(2);
  });

  it("by the embedded analyzer questions nothing", async () => {
    const { accept, opinionId } = await prepared("provider=provider_a");
    const { body } = await accept(opinionId);
    expect(statusesOf(body)).toEqual({ ...BEFORE, [ADDED]: "suggested" });
    expect(find(body, ADDED)?.judgement).toBeNull();
  });
});

describe("accepting rows of a second opinion", () => {
  it("changes these rows alone", async () => {
    const { accept, opinionId } = await prepared();
    const kept = await accept(opinionId, ["T1566"]);
    expect(statusesOf(kept.body)).toEqual(BEFORE);
    const questioned = await accept(opinionId, [QUESTIONED.toLowerCase()]);
    expect(statusesOf(questioned.body)).toEqual({ ...BEFORE, [QUESTIONED]: "needs_evidence" });
    expect(statusesOf((await accept(opinionId, [ADDED])).body)).toEqual(MERGED);
  });

  it("names the techniques that it does not have", async () => {
    const { accept, opinionId, read } = await prepared();
    const { status, body } = await accept(opinionId, ["T1059", ADDED, "T1111"]);
    expect([status, body.code]).toEqual([422, "validation_error"]);
    expect(body.detail).toMatch(/^The second opinion does not have T1059, T1111;/);
    expect(statusesOf(await read())).toEqual(BEFORE);
  });
});

describe("a decision by a person", () => {
  it.each(["accepted", "rejected"])("stays when it is %s and questioned", async (status) => {
    const { accept, opinionId, patch } = await prepared();
    await patch(QUESTIONED, { review_status: status });
    const { body } = await accept(opinionId);
    expect(statusesOf(body)).toEqual({ ...MERGED, [QUESTIONED]: status });
  });

  it("stays when the technique was added and rejected meanwhile", async () => {
    const { accept, opinionId, path, send, patch, read } = await prepared();
    const given = { attack_id: ADDED, evidence: "on the host" };
    await send(`${path}/techniques`, json("POST", given));
    await patch(ADDED, { review_status: "rejected" });
    await accept(opinionId);
    expect(find(await read(), ADDED)).toMatchObject({
      evidence: "on the host",
      review_status: "rejected",
      origin: "analyst",
    });
  });
});

describe("what was accepted", () => {
  it("is undone row by row, and comes back as it was", async () => {
    const { accept, opinionId, history, undo, read } = await prepared();
    const { techniques } = (await accept(opinionId)).body;
    const [questioned, added] = await history();
    expect((await undo(added?.change_id)).status).toBe(200);
    expect(statusesOf(await read())).toEqual({ ...BEFORE, [QUESTIONED]: "needs_evidence" });
    expect((await undo(questioned?.change_id)).status).toBe(200);
    expect(statusesOf(await read())).toEqual(BEFORE);
    const [, undone] = await history();
    await undo(undone?.change_id);
    const before = techniques.find(({ attack_id: id }) => id === ADDED);
    expect(find(await read(), ADDED)).toEqual({
      ...before,
      changed_at: expect.any(String) as string,
    });
    expect(statusesOf((await accept(opinionId)).body)).toEqual(MERGED);
  });

  it("survives another analysis that does not find it", async () => {
    const { accept, opinionId, path, send } = await prepared();
    await accept(opinionId);
    const again = await send<Analysis>(`${path}/reanalyse?version=18.1`, json("POST"));
    expect(statusesOf(again.body)).toEqual(MERGED);
    expect(find(again.body, ADDED)).toMatchObject({
      changed_by: "local",
      judgement: { standing: "agreed" },
      warnings: [
        "The last analysis did not find this technique; it is kept since an analyst decided on it.",
      ],
    });
  });

  it("takes over what another analysis finds of it", async () => {
    const { accept, opinionId, path, send } = await prepared();
    await accept(opinionId);
    const query = "version=18.1&provider=provider_a";
    const again = await send<Analysis>(`${path}/reanalyse?${query}`, json("POST"));
    expect(find(again.body, ADDED)).toMatchObject({ confidence: 0.95, warnings: [] });
    const later = await send<Analysis>(
      `${path}/reanalyse?version=18.1&provider=provider_b`,
      json("POST"),
    );
    expect(statusesOf(later.body)).toEqual(MERGED);
  });
});

describe("a second opinion that cannot be accepted", () => {
  it("is one that was replaced", async () => {
    const { ask, accept, opinionId } = await prepared();
    await ask("provider=provider_a");
    const { status, body } = await accept(opinionId);
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.detail).toBe("Another second opinion was asked for since; read it first.");
  });

  it("is one that was never requested", async () => {
    const { accept } = await opinionSession();
    const { status, body } = await accept(crypto.randomUUID());
    expect([status, body.code]).toEqual([404, "not_found"]);
  });

  it("is one against another release, until the session has that one", async () => {
    const how = "provider=provider_b&mode=judged&version=19.0";
    const { accept, ask, opinionId, path, send } = await prepared(how);
    const { status, body } = await accept(opinionId);
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.detail).toContain("Analyze the session again with 19.0");
    // That is another analysis, which needs an opinion of its own.
    await send(`${path}/reanalyse?version=19.0`, json("POST"));
    expect((await accept(opinionId)).status).toBe(404);
    const again = await ask(how);
    expect(statusesOf((await accept(again.body.opinion_id)).body)).toEqual(MERGED);
  });
});

describe("who accepts a second opinion", () => {
  const as = (role: string) => ({ "X-Auth-User": role, "X-Auth-Roles": role });

  it("is an analyst; a viewer reads it", async () => {
    const session = await prepared();
    const team = { AUTH_ENABLED: "true", TRUST_PROXY_HEADERS: "true" };
    const path = `${session.path}/second-opinion`;
    const body = { opinion_id: session.opinionId };
    const read = await session.send(path, { headers: as("viewer") }, team);
    expect(read).toMatchObject({ status: 200, body });
    const accept = { ...json("POST", body), headers: as("viewer") };
    expect((await session.send(`${path}/accept`, accept, team)).status).toBe(403);
    const done = await session.send<Analysis>(
      `${path}/accept`,
      { ...accept, headers: as("analyst") },
      team,
    );
    expect(find(done.body, ADDED)?.changed_by).toBe("analyst");
  });
});
