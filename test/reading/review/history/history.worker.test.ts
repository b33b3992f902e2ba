import { beforeAll, describe, expect, it } from "vitest";
import { json, newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, request, requestJson } from "../../../support/service.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

beforeAll(ingestSmallRelease);

/** What of a technique an undo puts back. */
function comparable(technique: object | undefined) {
  const { changed_by: _by, changed_at: _at, ...rest } = technique as Record<string, unknown>;
  return rest;
}

describe("GET /api/analyze/sessions/{session_id}/history", () => {
  it("lists who did what when, with before and after, newest first and paged", async () => {
    const session = await newSession();
    await session.patch("T1566", { review_status: "rejected" });
    await session.add({ attack_id: "T1574.001", evidence: "loader" });
    await session.update({ tags: ["bank"], note: "A note." });
    const { body, headers } = await session.history();
    expect(headers.get("X-Total-Count")).toBe("3");
    expect(body).toMatchObject([
      {
        actor: "local",
        action: "updated",
        attack_id: null,
        fields: ["tags", "note"],
        before: { tags: [], note: "" },
        after: { tags: ["bank"], note: "A note." },
        undoes: null,
        can_undo: true,
      },
      {
        action: "added",
        attack_id: "T1574.001",
        before: null,
        after: { attack_id: "T1574.001", name: "DLL", evidence: "loader", origin: "analyst" },
        can_undo: true,
      },
      {
        action: "changed",
        attack_id: "T1566",
        fields: ["review_status"],
        before: { review_status: "suggested" },
        after: { review_status: "rejected" },
        can_undo: true,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("decided");
    const page = await session.history("?limit=1&offset=1");
    expect(page.body).toEqual([body[1]]);
    expect(page.headers.get("Link")).toContain("offset=2");
    expect((await session.history("?limit=0")).status).toBe(422);
    expect((await requestJson(`/api/analyze/sessions/${UNKNOWN}/history`)).status).toBe(404);
  });

  it("goes with its session", async () => {
    const session = await newSession();
    await session.update({ note: "A note." });
    expect((await request(session.path, json("DELETE"))).status).toBe(204);
    expect((await session.history()).status).toBe(404);
  });
});

describe("POST /api/analyze/sessions/{session_id}/history/{change_id}/undo", () => {
  const lastOf = async (session: Awaited<ReturnType<typeof newSession>>) =>
    (await session.history("?limit=1")).body[0];

  it.each<[string, string, (s: Awaited<ReturnType<typeof newSession>>) => Promise<unknown>]>([
    ["a review", "T1566", (s) => s.patch("T1566", { review_status: "rejected" })],
    ["evidence", "T1566", (s) => s.patch("T1566", { evidence: "Mail", confidence: 0.1 })],
    ["another id", "T1566", (s) => s.patch("T1566", { attack_id: "T1574.001", note: "n" })],
    ["what was added", "T1574.001", (s) => s.add({ attack_id: "T1574.001", evidence: "loader" })],
  ])("undoes %s, the undo, and the undo of that", async (_what, attackId, change) => {
    const session = await newSession();
    const before = (await session.read()).techniques.map(comparable);
    await change(session);
    const changed = (await session.read()).techniques.map(comparable);
    expect(changed).not.toEqual(before);
    const first = await lastOf(session);
    const undone = await session.undo(first?.change_id);
    expect(undone).toMatchObject({
      status: 200,
      body: {
        action: "undone",
        attack_id: attackId,
        undoes: first?.change_id,
        before: first?.after,
        after: first?.before,
        can_undo: true,
      },
    });
    expect((await session.read()).techniques.map(comparable)).toEqual(before);
    expect(await session.undo(first?.change_id)).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    const redone = await session.undo(undone.body.change_id);
    expect(redone.status).toBe(200);
    expect((await session.read()).techniques.map(comparable)).toEqual(changed);
    await session.undo(redone.body.change_id);
    expect((await session.read()).techniques.map(comparable)).toEqual(before);
    const { body: list } =
      await requestJson<{ session_id: string; technique_count: number }[]>("/api/analyze/sessions");
    expect(list.find((item) => item.session_id === session.id)?.technique_count).toBe(2);
  });

  it("brings back what was removed", async () => {
    const session = await newSession();
    await session.add({ attack_id: "T1574.001", evidence: "loader", note: "Kept." });
    const added = comparable(await session.technique("T1574.001"));
    await request(`${session.path}/techniques/T1574.001`, json("DELETE"));
    const removal = await lastOf(session);
    expect(removal).toMatchObject({ action: "removed", after: null });
    await session.undo(removal?.change_id);
    expect(comparable(await session.technique("T1574.001"))).toEqual(added);
  });

  it("undoes a change of the session", async () => {
    const session = await newSession();
    await session.update({ name: "First", tlp: "green" });
    await session.update({ name: "Second" });
    const [second, first] = (await session.history()).body;
    expect(await session.undo(first?.change_id)).toMatchObject({ status: 409 });
    await session.undo(second?.change_id);
    expect(await session.read()).toMatchObject({ name: "First", tlp: "green" });
    const found = await requestJson<{ session_id: string }[]>("/api/analyze/sessions?search=first");
    expect(found.body.map((item) => item.session_id)).toContain(session.id);
  });

  it("leaves what others changed of other fields, and refuses where they changed the same", async () => {
    const session = await newSession();
    await session.patch("T1566", { review_status: "accepted" });
    await session.patch("T1566", { note: "Another field." });
    await session.patch("T1059.001", { review_status: "rejected" });
    const [, , review] = (await session.history()).body;
    expect(review?.can_undo).toBe(true);
    expect((await session.undo(review?.change_id)).status).toBe(200);
    expect(await session.technique("T1566")).toMatchObject({
      review_status: "suggested",
      note: "Another field.",
    });
    await session.patch("T1566", { review_status: "needs_evidence" });
    const entries = (await session.history()).body;
    const undone = entries.find(({ action }) => action === "undone");
    expect(undone?.can_undo).toBe(false);
    const refused = await session.undo(undone?.change_id);
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refused.body.detail).toMatch(/changed again since/);
  });

  it("does not undo what was said of a technique that has another id by now", async () => {
    const session = await newSession();
    await session.patch("T1566", { note: "Of phishing." });
    await session.patch("T1566", { attack_id: "T1574.001" });
    const [, note] = (await session.history()).body;
    expect((await session.undo(note?.change_id)).status).toBe(409);
  });

  it("happens once when several ask for it at once", async () => {
    const session = await newSession();
    await session.add({ attack_id: "T1574.001", evidence: "loader" });
    const { change_id: id } = (await lastOf(session)) ?? {};
    const answers = await Promise.all([1, 2, 3, 4].map(() => session.undo(id)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await session.history()).body).toHaveLength(2);
    expect((await session.read()).techniques).toHaveLength(2);
  });

  it("never undoes what another changes at the same moment", async () => {
    const session = await newSession();
    await session.patch("T1566", { note: "First." });
    const first = await lastOf(session);
    const [undone, changed] = await Promise.all([
      session.undo(first?.change_id),
      session.patch("T1566", { note: "Second." }),
    ]);
    expect(changed.status).toBe(200);
    expect([200, 409]).toContain(undone.status);
    expect(await session.technique("T1566")).toMatchObject({ note: "Second." });
  });

  it("says what is not there", async () => {
    const session = await newSession();
    const other = await newSession();
    await other.update({ note: "n" });
    const foreign = await lastOf(other);
    expect((await session.undo(UNKNOWN)).status).toBe(404);
    expect((await session.undo(foreign?.change_id)).status).toBe(404);
    expect((await session.undo("x")).status).toBe(400);
  });
});
