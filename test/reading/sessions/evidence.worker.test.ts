import { beforeAll, describe, expect, it } from "vitest";
import type { Evidence } from "../../../src/reading/sessions/evidence/schema.ts";
import { newSession } from "../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { requestWith, TEAM } from "../../support/team.ts";

let first: Awaited<ReturnType<typeof newSession>>;
let second: Awaited<ReturnType<typeof newSession>>;

const list = async (query: string) => {
  const answer = await requestJson<Evidence[]>(`/api/evidence?${query}`);
  if (answer.status !== 200) return { ...answer, rows: [] };
  const rows = answer.body.map((row) => [
    row.session_id === first.id ? "first" : "second",
    row.attack_id,
    row.review_status,
  ]);
  return { ...answer, rows };
};

beforeAll(async () => {
  await ingestSmallRelease();
  first = await newSession("APT29 ran T1059.001 on the host.", { name: "First" });
  second = await newSession("They ran T1059.001 again. A script (T1059) came later.");
  await first.update({ tlp: "green" });
  await first.patch("T1059.001", { review_status: "accepted", note: "In the log." });
});

describe("GET /api/evidence", () => {
  it("lists the passages of a technique in all sessions, newest first", async () => {
    const { rows, body, headers } = await list("technique=t1059.001");
    expect(rows).toEqual([
      ["second", "T1059.001", "suggested"],
      ["first", "T1059.001", "accepted"],
    ]);
    expect(headers.get("X-Total-Count")).toBe("2");
    const text = "APT29 ran T1059.001 on the host.";
    expect(body[1]).toMatchObject({
      session_id: first.id,
      session_title: "First",
      tlp: "green",
      evidence: text,
      evidence_start: 0,
      evidence_end: text.length,
      passages: [{ text, start: 0, end: text.length }],
      note: "In the log.",
      changed_by: "local",
    });
    expect(body[0]).toMatchObject({ session_title: expect.any(String), changed_by: null });
  });

  it.each([
    ["technique=T1059", [["second", "T1059", "suggested"]]],
    [
      "technique=T1059&include_subtechniques=true",
      [
        ["second", "T1059", "suggested"],
        ["second", "T1059.001", "suggested"],
        ["first", "T1059.001", "accepted"],
      ],
    ],
    ["technique=T1059.001&status=accepted", [["first", "T1059.001", "accepted"]]],
    ["technique=T1059.001&limit=1&offset=1", [["first", "T1059.001", "accepted"]]],
    ["technique=T105", []],
    ["technique=T1566", []],
  ])("filters and pages: %s", async (query, expected) => {
    expect((await list(query)).rows).toEqual(expected);
  });

  it("excludes rejected techniques unless they are requested, at once", async () => {
    await second.patch("T1059.001", { review_status: "rejected" });
    expect((await list("technique=T1059.001")).rows).toEqual([["first", "T1059.001", "accepted"]]);
    const rejected = await list("technique=T1059.001&status=rejected");
    expect(rejected.rows).toEqual([["second", "T1059.001", "rejected"]]);
  });

  it.each([
    ["", 422],
    ["technique=nonsense", 400],
    ["technique=T1059&status=signed", 422],
    ["technique=T1059&sort=name", 422],
  ])("refuses what it does not know: %s", async (query, status) => {
    expect((await list(query)).status).toBe(status);
  });

  it("is open to viewers", async () => {
    const headers = { "X-Auth-User": "vera", "X-Auth-Roles": "viewer" };
    const answer = await requestWith(TEAM, "/api/evidence?technique=T1059.001", { headers });
    expect(answer.status).toBe(200);
  });
});
