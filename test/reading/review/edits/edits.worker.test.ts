import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "../../../support/csv.ts";
import { EDITED_REPORT, json, newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, request, requestJson } from "../../../support/service.ts";
import { requestWith, TEAM } from "../../../support/team.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const HOSTILE =
  '=cmd|" /C calc"!A0 <script>alert(1)</script> ](javascript:x) \u0000 \u202e 🙂 \ud800';

/** As it is stored: what nobody sees is left out. */
const CLEAN = HOSTILE.toWellFormed().replaceAll("\u0000", "").replaceAll("\u202e", "");

const trailOf = async (id: string) =>
  (
    await env.WORKSPACE_DB.prepare("SELECT action FROM audit WHERE object_id = ? ORDER BY seq")
      .bind(id)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

beforeAll(ingestSmallRelease);

describe("POST /api/analyze/sessions/{session_id}/techniques", () => {
  it("adds a technique with its passage as the text has it", async () => {
    const session = await newSession();
    const given = {
      attack_id: "t1574.001",
      evidence: ' the "loader" was put ',
      note: "Seen in the log.",
      confidence: 0.75,
    };
    const { status, body } = await session.add(given);
    const passage = "The “loader”   was\nput";
    expect(status).toBe(422);
    expect(body["detail"]).toMatch(/not in the text/);
    const added = await session.add({ ...given, evidence: ' "loader" was put ' });
    const evidence = passage.slice(4);
    const start = EDITED_REPORT.indexOf(evidence);
    expect(added).toMatchObject({
      status: 201,
      body: {
        attack_id: "T1574.001",
        name: "DLL",
        tactic: "execution",
        confidence: 0.75,
        evidence,
        evidence_start: start,
        evidence_end: start + evidence.length,
        verified: true,
        review_status: "accepted",
        origin: "analyst",
        found_as: null,
        note: "Seen in the log.",
        changed_by: "local",
        replaced_from: null,
      },
    });
    expect(added.body["changed_at"]).toMatch(/^\d{4}-.*Z$/);
    const stored = await session.read();
    expect(stored.techniques.at(-1)).toEqual(added.body);
    expect(stored.techniques[0]).toMatchObject({
      origin: "analysis",
      changed_by: null,
      changed_at: null,
      note: "",
    });
    const { body: compared } = await requestJson<{ shared_techniques: string[] }[]>(
      `${session.path}/compare`,
      json("POST"),
    );
    expect(compared.length).toBeGreaterThan(0);
    expect(await trailOf(session.id)).toEqual(["session.create", "session.technique_add"]);
  });

  it("counts in the list, and the very same one again changes nothing", async () => {
    const session = await newSession();
    const given = { attack_id: "T1059", evidence_start: 0, evidence_end: 6, tactic: "execution" };
    expect(await session.add(given)).toMatchObject({
      status: 201,
      body: { evidence: "APT29", evidence_end: 5, confidence: 1 },
    });
    expect((await session.add({ ...given, evidence: "APT29" })).status).toBe(200);
    expect(await session.add({ ...given, note: "Other." })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    const { body } =
      await requestJson<{ session_id: string; technique_count: number }[]>("/api/analyze/sessions");
    expect(body.find((item) => item.session_id === session.id)?.technique_count).toBe(3);
    expect((await session.history()).headers.get("X-Total-Count")).toBe("1");
  });

  it("follows a revoked id", async () => {
    const session = await newSession();
    expect(await session.add({ attack_id: "T1574.002", evidence: "signed program" })).toMatchObject(
      {
        status: 201,
        body: { attack_id: "T1574.001", replaced_from: "T1574.002" },
      },
    );
    expect(await session.add({ attack_id: "T1086", evidence: "signed program" })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("has T1059.001 already") as string },
    });
  });

  it.each<[string, object, number, string, RegExp]>([
    ["an unknown id", { attack_id: "T9999", evidence: "host" }, 422, "validation_error", /T9999/],
    ["a deprecated id", { attack_id: "T1000", evidence: "host" }, 422, "validation_error", /depre/],
    ["no id", { evidence: "host" }, 422, "validation_error", /attack_id/],
    ["a bad id", { attack_id: "x", evidence: "host" }, 400, "invalid_id", /technique id/],
    ["no evidence", { attack_id: "T1059" }, 422, "validation_error", /evidence/],
    ["blank evidence", { attack_id: "T1059", evidence: " " }, 422, "validation_error", /copy a/],
    [
      "evidence of another text",
      { attack_id: "T1059", evidence: HOSTILE },
      422,
      "validation_error",
      /copy a passage/,
    ],
    [
      "one offset",
      { attack_id: "T1059", evidence_start: 3 },
      422,
      "validation_error",
      /given together/,
    ],
    [
      "offsets beyond the text",
      { attack_id: "T1059", evidence_start: 3, evidence_end: 999_999 },
      422,
      "validation_error",
      /within the text/,
    ],
    [
      "offsets of another passage",
      { attack_id: "T1059", evidence: "host", evidence_start: 0, evidence_end: 5 },
      422,
      "validation_error",
      /is not what stands/,
    ],
    [
      "a tactic that is not its own",
      { attack_id: "T1059", evidence: "host", tactic: "impact" },
      422,
      "validation_error",
      /execution/,
    ],
    [
      "a confidence above 1",
      { attack_id: "T1059", evidence: "host", confidence: 2 },
      422,
      "validation_error",
      /at most 1/,
    ],
    [
      "a long note",
      { attack_id: "T1059", evidence: "host", note: "n".repeat(10_001) },
      422,
      "validation_error",
      /10000/,
    ],
    [
      "an unknown field",
      { attack_id: "T1059", evidence: "host", name: "Mine" },
      422,
      "validation_error",
      /name/,
    ],
  ])("refuses %s and records nothing", async (_what, given, status, code, sentence) => {
    const session = await newSession();
    const answer = await session.add(given);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body["detail"]).toMatch(sentence);
    expect(await trailOf(session.id)).toEqual(["session.create"]);
    expect((await session.read()).techniques).toHaveLength(2);
  });

  it("is refused for a session that is not there or not complete, and to viewers", async () => {
    const given = { attack_id: "T1059", evidence: "host" };
    const path = `/api/analyze/sessions/${UNKNOWN}/techniques`;
    expect(await requestJson(path, json("POST", given))).toMatchObject({ status: 404 });
    const session = await newSession();
    const viewer = { "X-Auth-User": "eve", "X-Auth-Roles": "viewer" };
    const send = async (at: string, init: RequestInit) =>
      (await requestWith(TEAM, at, { ...init, headers: viewer })).status;
    expect([
      await send(`${session.path}/techniques`, json("POST", given)),
      await send(`${session.path}/techniques/T1566`, json("PATCH", { note: "n" })),
      await send(`${session.path}/techniques/T1566`, json("DELETE")),
      await send(session.path, json("PATCH", { note: "n" })),
      await send(`${session.path}/history/${UNKNOWN}/undo`, json("POST")),
      await send(`${session.path}/history`, {}),
    ]).toEqual([403, 403, 403, 403, 403, 200]);
    await env.WORKSPACE_DB.prepare("update sessions set status = 'failed' where id = ?")
      .bind(session.id)
      .run();
    expect(await session.add(given)).toMatchObject({
      status: 409,
      body: { code: "analysis_failed" },
    });
  });

  it("adds one of several that are sent at once", async () => {
    const session = await newSession();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        session.add({ attack_id: "T1574.001", evidence: "loader", note: `Note ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409,
    ]);
    expect((await session.read()).techniques).toHaveLength(3);
    expect((await session.history()).body).toHaveLength(1);
  });
});

interface NavigatorLayer {
  techniques: { techniqueID: string; metadata: { name: string; value: string }[] }[];
}

interface StixNote {
  type: string;
  labels: string[];
  confidence?: number;
}

describe("PATCH /api/analyze/sessions/{session_id}/techniques/{attack_id}", () => {
  it("changes evidence, confidence, tactic, note and status together", async () => {
    const session = await newSession();
    const { status, body } = await session.patch("T1566", {
      evidence: "Mail came first",
      confidence: 0.5,
      tactic: "execution",
      note: HOSTILE,
      review_status: "needs_evidence",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      attack_id: "T1566",
      evidence: "Mail came first",
      evidence_start: EDITED_REPORT.indexOf("Mail came first"),
      confidence: 0.5,
      tactic: "execution",
      note: CLEAN,
      review_status: "needs_evidence",
      origin: "analysis",
      changed_by: "local",
    });
    expect(await session.technique("T1566")).toEqual(body);
    const before = await trailOf(session.id);
    expect(before).toEqual(["session.create", "session.technique_update"]);
    expect((await session.patch("T1566", { confidence: 0.5, note: HOSTILE })).status).toBe(200);
    expect(await trailOf(session.id)).toEqual(before);
  });

  it("gives another id, and says what the analysis had given", async () => {
    const session = await newSession();
    const { body } = await session.patch("T1059.001", { attack_id: "T1574.002" });
    expect(body).toMatchObject({
      attack_id: "T1574.001",
      name: "DLL",
      tactic: "execution",
      replaced_from: "T1574.002",
      origin: "analyst",
      found_as: "T1059.001",
      // Who names another technique stands by it.
      review_status: "accepted",
      evidence: expect.stringContaining("T1059.001") as string,
    });
    expect((await session.patch("T1059.001", { note: "gone" })).status).toBe(404);
    expect(await session.patch("T1574.001", { attack_id: "T1566" })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    const removed = await request(`${session.path}/techniques/T1574.001`, json("DELETE"));
    expect(removed.status).toBe(409);
    expect(await session.patch("T1574.001", { attack_id: "T1059.001" })).toMatchObject({
      body: { origin: "analysis", found_as: null },
    });
  });

  it("leaves another id to be reviewed where that is asked for, and to whom doubted it", async () => {
    const session = await newSession();
    const open = { attack_id: "T1574.001", review_status: "suggested" };
    expect((await session.patch("T1059.001", open)).body).toMatchObject(open);
    await session.patch("T1566", { review_status: "needs_evidence" });
    const { body } = await session.patch("T1566", { attack_id: "T1059" });
    expect(body).toMatchObject({ found_as: "T1566", review_status: "needs_evidence" });
  });

  it("gives a technique the same standing in every export as in the answer", async () => {
    const session = await newSession();
    await session.patch("T1059.001", { attack_id: "T1574.001" });
    await session.add({ attack_id: "T1059", evidence: "Mail came first", confidence: 0.8 });
    expect((await session.technique("T1059"))?.confidence).toBe(0.8);
    const exported = async (format: string) => {
      const response = await request(`/api/export/analysis/${session.id}${format}`);
      return await response.text();
    };
    const statuses = (await session.read()).techniques.map((t) => [t.attack_id, t.review_status]);
    expect(Object.fromEntries(statuses)).toEqual({
      T1059: "accepted",
      "T1574.001": "accepted",
      T1566: "suggested",
    });
    const markdown = await exported("/markdown");
    expect(markdown).toMatch(/T1574\.001\]\(.*\) DLL\n\n\*\*Confirmed\.\*\* Confirmed by /);
    expect(markdown).toMatch(
      /T1059\]\(.*\) Command.*\n\n\*\*Confirmed\.\*\* Added by .*\. Verified/,
    );
    expect(markdown).toMatch(
      /T1566\]\(.*\) Phishing\n\n\*\*Analyzer only\.\*\* .*Confidence \d+ %/,
    );
    const [, ...lines] = readCsv(await exported("/csv"));
    const rows = lines.map(([id, , , confidence, review]) => [id, confidence, review]);
    expect(rows).toContainEqual(["T1059", "", "accepted"]);
    expect(rows).toContainEqual(["T1574.001", "", "accepted"]);
    const layer = JSON.parse(await exported("/navigator")) as NavigatorLayer;
    const named = layer.techniques.filter(({ metadata }) =>
      metadata.some(({ name, value }) => name === "origin" && value === "analyst"),
    );
    expect(named.map(({ techniqueID }) => techniqueID)).toEqual(["T1059", "T1574.001"]);
    const { objects } = JSON.parse(await exported("/stix")) as { objects: StixNote[] };
    const notes = objects.filter(({ type }) => type === "note");
    expect(notes.filter(({ labels }) => labels.includes("origin:analyst"))).toMatchObject([
      { labels: expect.arrayContaining(["review:accepted"]) as unknown },
      { labels: expect.arrayContaining(["review:accepted"]) as unknown },
    ]);
    for (const { labels, confidence } of notes) {
      expect(confidence === undefined).toBe(labels.includes("origin:analyst"));
    }
  });

  it.each<[object, number, RegExp]>([
    [{ evidence: "not there" }, 422, /copy a passage/],
    [{ attack_id: "T9999" }, 422, /is not in enterprise-attack 18.1/],
    [{ tactic: "impact" }, 422, /one of those of T1566: initial-access, execution/],
    [{ verified: true }, 422, /verified/],
    [{ evidence_end: 4 }, 422, /given together/],
  ])("refuses %j and changes nothing", async (given, status, sentence) => {
    const session = await newSession();
    const answer = await session.patch("T1566", { review_status: "accepted", ...given });
    expect(answer.status).toBe(status);
    expect(answer.body["detail"]).toMatch(sentence);
    expect(await trailOf(session.id)).toEqual(["session.create"]);
    expect(await session.technique("T1566")).toMatchObject({ review_status: "suggested" });
  });

  it("loses nothing when people change different fields at once", async () => {
    const session = await newSession();
    const changes = [
      { note: "A note." },
      { confidence: 0.25 },
      { review_status: "accepted" },
      { tactic: "execution" },
      { evidence: "Mail" },
    ];
    const answers = await Promise.all(changes.map((given) => session.patch("T1566", given)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await session.technique("T1566")).toMatchObject(Object.assign({}, ...changes) as object);
    expect((await session.history()).body).toHaveLength(5);
  });

  it("keeps what each of two found when both change the same field", async () => {
    const session = await newSession();
    const notes = ["Ann's", "Bob's", "Cat's"];
    await Promise.all(notes.map((note) => session.patch("T1566", { note })));
    const { body } = await session.history();
    const chain = body.toReversed().map(({ before, after }) => [before?.["note"], after?.["note"]]);
    expect(chain.map(([, after]) => String(after)).sort()).toEqual(notes);
    expect(chain.map(([before]) => before)).toEqual(["", chain[0]?.[1], chain[1]?.[1]]);
  });
});

describe("DELETE /api/analyze/sessions/{session_id}/techniques/{attack_id}", () => {
  it("removes what a person added, and only that", async () => {
    const session = await newSession();
    await session.add({ attack_id: "T1574.001", evidence: "loader" });
    const remove = async (attackId: string) =>
      await request(`${session.path}/techniques/${attackId}`, json("DELETE"));
    expect((await remove("t1574.001")).status).toBe(204);
    expect((await remove("T1574.001")).status).toBe(404);
    const refused = await remove("T1566");
    expect(refused.status).toBe(409);
    expect((await refused.json<{ detail: string }>()).detail).toMatch(/reject it with PATCH/);
    expect((await session.read()).techniques).toHaveLength(2);
    expect(await trailOf(session.id)).toEqual([
      "session.create",
      "session.technique_add",
      "session.technique_delete",
    ]);
  });
});

describe("PATCH /api/analyze/sessions/{session_id}", () => {
  it("changes name, tags, marking and note, which all answers show", async () => {
    const session = await newSession();
    const { status, body } = await session.update({
      name: "  A campaign ",
      tags: [" bank ", "bank", HOSTILE.slice(0, 40)],
      tlp: "amber+strict",
      note: HOSTILE,
    });
    const shown = {
      name: "A campaign",
      title: "A campaign",
      tags: ["bank", HOSTILE.slice(0, 40)],
      tlp: "amber+strict",
      note: CLEAN,
    };
    expect(status).toBe(200);
    expect(body).toMatchObject({ session_id: session.id, technique_count: 2, ...shown });
    expect(await session.read()).toMatchObject(shown);
    const { body: list } = await requestJson<{ session_id: string }[]>("/api/analyze/sessions");
    expect(list.find((item) => item.session_id === session.id)).toEqual(body);
    expect((await session.update({ tlp: "amber+strict" })).status).toBe(200);
    expect(
      (await session.update({ name: null, tlp: null, tags: [], note: "" })).body,
    ).toMatchObject({
      name: null,
      title: "APT29 ran T1059.001 on the host.",
      tags: [],
      tlp: null,
      note: "",
    });
    expect(await trailOf(session.id)).toEqual([
      "session.create",
      "session.update",
      "session.update",
    ]);
  });

  it("decides the marking, beside which every answer has the one that the report prints", async () => {
    const session = await newSession("TLP:CLEAR\nAPT29 ran T1059.001 on the host.");
    const inList = async () => {
      const { body } = await requestJson<{ session_id: string }[]>("/api/analyze/sessions");
      return body.find((item) => item.session_id === session.id);
    };
    const undecided = { tlp: null, tlp_in_text: "clear" };
    expect(await session.read()).toMatchObject(undecided);
    expect(await inList()).toMatchObject(undecided);
    const decided = { tlp: "amber", tlp_in_text: "clear" };
    expect((await session.update({ tlp: "amber" })).body).toMatchObject(decided);
    expect(await session.read()).toMatchObject(decided);
    expect(await inList()).toMatchObject(decided);
    const markdown = async () => {
      const response = await request(`/api/export/analysis/${session.id}/markdown`);
      return await response.text();
    };
    expect(await markdown()).toMatch(/^\*\*TLP:AMBER\*\*\n/);
    await session.update({ tlp: null });
    expect(await markdown()).toMatch(
      /^\*\*TLP:CLEAR \(marked in the report, not decided here\)\*\*\n/,
    );
  });

  it.each([
    {},
    { tlp: "white" },
    { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) },
    { tags: ["x".repeat(51)] },
    { tags: [" "] },
    { name: "n".repeat(256) },
    { note: "n".repeat(10_001) },
    { status: "completed" },
    { technique_count: 1 },
  ])("refuses %j", async (given) => {
    const session = await newSession();
    expect(await session.update(given)).toMatchObject({
      status: 422,
      body: { code: "validation_error" },
    });
    expect(await trailOf(session.id)).toEqual(["session.create"]);
  });

  it("works for failed sessions, and says what is not there", async () => {
    const session = await newSession();
    await env.WORKSPACE_DB.prepare("update sessions set status = 'failed' where id = ?")
      .bind(session.id)
      .run();
    expect(await session.update({ note: "Try again." })).toMatchObject({
      status: 200,
      body: { status: "failed", note: "Try again." },
    });
    expect(
      await requestJson(`/api/analyze/sessions/${UNKNOWN}`, json("PATCH", { note: "n" })),
    ).toMatchObject({ status: 404 });
  });

  it("goes through every export", async () => {
    const session = await newSession();
    await session.add({ attack_id: "T1574.001", evidence: "loader", note: HOSTILE });
    await session.update({ name: HOSTILE, note: HOSTILE, tags: ["=1+1"], tlp: "red" });
    for (const end of [
      "",
      "/stix",
      "/navigator",
      "/csv",
      "/markdown",
      "/attack-flow",
      "/attack-flow-builder",
    ]) {
      const response = await request(`/api/export/analysis/${session.id}${end}`);
      expect([end, response.status]).toEqual([end, 200]);
      const text = await response.text();
      if (end !== "") expect(text).toContain("T1574.001");
      // No spreadsheet takes a note for a formula.
      if (end === "/csv") expect(text).toContain(`"analyst","'=cmd|`);
    }
  });
});
