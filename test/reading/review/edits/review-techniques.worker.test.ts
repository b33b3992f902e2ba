import { beforeAll, describe, expect, it } from "vitest";
import { newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../../support/service.ts";

beforeAll(ingestSmallRelease);

const BOTH = [
  { attack_id: "T1059.001", review_status: "accepted" },
  { attack_id: "T1566", review_status: "rejected" },
];

type Session = Awaited<ReturnType<typeof newSession>>;

const statuses = async (session: Session) =>
  Object.fromEntries(
    (await session.read()).techniques.map((one) => [one.attack_id, one.review_status]),
  );

const etagOf = async ({ id }: Session) =>
  (await requestJson(`/api/analyze/${id}`)).headers.get("ETag") ?? "";

describe("POST /api/analyze/sessions/{session_id}/techniques/review", () => {
  it("reviews several techniques in one change, with an entry for each", async () => {
    const session = await newSession();
    const { status, body, headers } = await session.review(BOTH);
    expect(status).toBe(200);
    expect(Object.fromEntries(body.map((one) => [one.attack_id, one.review_status]))).toEqual({
      "T1059.001": "accepted",
      T1566: "rejected",
    });
    expect(headers.get("ETag")).toBe(await etagOf(session));
    const history = (await session.history()).body;
    expect(history.map(({ action, fields }) => [action, ...fields])).toEqual([
      ["changed", "review_status"],
      ["changed", "review_status"],
    ]);
    const [last, first] = history;
    expect(last?.batch_id).toBe(last?.change_id);
    expect(first?.batch_id).toBe(last?.change_id);
  });

  it("changes nothing that is so already, and all or nothing", async () => {
    const session = await newSession();
    await session.review(BOTH);
    const again = await session.review(BOTH);
    expect(again.status).toBe(200);
    const missing = await session.review([
      { attack_id: "T1566", review_status: "accepted" },
      { attack_id: "T1574.001", review_status: "accepted" },
    ]);
    expect(missing).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(missing.body.detail).toContain("T1574.001");
    expect((await session.history()).body).toHaveLength(2);
    expect(await statuses(session)).toEqual({ "T1059.001": "accepted", T1566: "rejected" });
  });

  it("refuses an empty list, the same technique twice and another status", async () => {
    const session = await newSession();
    const [one] = BOTH;
    for (const changes of [[], [one, one], [{ ...one, review_status: "fine" }]]) {
      expect((await session.review(changes)).status).toBe(422);
    }
  });

  it("takes only the state that it is meant for, and answers the techniques as they are", async () => {
    const session = await newSession();
    const seen = await etagOf(session);
    await session.patch("T1566", { review_status: "accepted" });
    const refused = await session.review(BOTH, { "If-Match": seen });
    expect(refused).toMatchObject({ status: 412, body: { code: "precondition_failed" } });
    expect(refused.body.current).toEqual([
      expect.objectContaining({ attack_id: "T1059.001", review_status: "suggested" }),
      expect.objectContaining({ attack_id: "T1566", review_status: "accepted" }),
    ]);
    const taken = await session.review(BOTH, { "If-Match": await etagOf(session) });
    expect(taken.status).toBe(200);
  });
});

describe("POST /api/analyze/sessions/{session_id}/history/{change_id}/undo?batch=true", () => {
  it("undoes all changes of a request, and the undo of them", async () => {
    const session = await newSession();
    const before = await statuses(session);
    await session.review(BOTH);
    const after = await statuses(session);
    const [, first] = (await session.history()).body;
    const undone = await session.undo(first?.change_id, "?batch=true");
    expect(undone).toMatchObject({ status: 200, body: { action: "undone", can_undo: true } });
    expect(await statuses(session)).toEqual(before);
    const entries = (await session.history()).body;
    expect(entries.map(({ action, can_undo: can }) => [action, can])).toEqual([
      ["undone", true],
      ["undone", true],
      ["changed", false],
      ["changed", false],
    ]);
    await session.undo(undone.body.change_id, "?batch=true");
    expect(await statuses(session)).toEqual(after);
  });

  it("undoes none of them if one was changed again, and each on its own", async () => {
    const session = await newSession();
    await session.review(BOTH);
    const [last, first] = (await session.history()).body;
    await session.patch("T1566", { review_status: "accepted" });
    expect((await session.undo(last?.change_id, "?batch=true")).status).toBe(409);
    expect(await statuses(session)).toEqual({ "T1059.001": "accepted", T1566: "accepted" });
    const one = first?.attack_id === "T1059.001" ? first : last;
    expect((await session.undo(one?.change_id)).status).toBe(200);
    expect(await statuses(session)).toEqual({ "T1059.001": "suggested", T1566: "accepted" });
  });

  it("undoes a single change as well", async () => {
    const session = await newSession();
    await session.patch("T1566", { review_status: "rejected" });
    const [change] = (await session.history()).body;
    expect(change?.batch_id).toBeNull();
    expect((await session.undo(change?.change_id, "?batch=true")).status).toBe(200);
    expect((await statuses(session))["T1566"]).toBe("suggested");
  });
});
