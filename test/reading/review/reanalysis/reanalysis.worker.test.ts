import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import {
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../../support/bundles.ts";
import { json, newSession } from "../../../support/edits.ts";
import { form, ingest, requestJson, testServices } from "../../../support/service.ts";
import { reanalyseSession } from "../../../../src/reading/review/reanalysis/reanalyse-session.ts";
import type { HistoryEntry } from "../../../../src/reading/review/history/schema.ts";
import type { Analysis } from "../../../../src/reading/sessions/schema.ts";
import { SHIPPED } from "../../../support/shipped.ts";
import { smallRelease } from "../../../support/small-release.ts";
import { keepDecisions } from "../../../../src/reading/review/reanalysis/keep-decisions.ts";
import type { TechniqueRow } from "../../../../src/reading/sessions/technique-store.ts";

/** 19.0: T1566 is revoked by T1667, and T1574.001 is deprecated. */
const nextObjects = [
  ...smallObjects().map((object) => {
    if (object["id"] === stixIds.technique(3)) return { ...object, revoked: true };
    if (object["id"] === stixIds.technique(4)) return { ...object, x_mitre_deprecated: true };
    return object;
  }),
  technique(9, "T1667", "New Phishing", ["initial-access"]),
  relationship(20, "revoked-by", stixIds.technique(3), stixIds.technique(9)),
];

beforeAll(async () => {
  await ingest(smallBundle("18.1"));
  await ingest(smallBundle("19.0", "2.1", nextObjects));
});

const reanalyse = async (path: string, query = "") =>
  await requestJson<Analysis & { code?: string; detail?: string }>(
    `${path}/reanalyse${query}`,
    json("POST"),
  );

const onOldRelease = async () => await newSession(undefined, { version: "18.1" });

describe("POST /api/analyze/sessions/{session_id}/reanalyse", () => {
  it("takes the current release and keeps what people decided", async () => {
    const session = await onOldRelease();
    await session.patch("T1566", { review_status: "rejected", note: "A drill." });
    await session.add({ attack_id: "T1059", evidence: "signed program", note: "Mine." });
    await session.add({ attack_id: "T1574.001", evidence: "loader" });
    await session.update({ name: "Kept", tags: ["t"], note: "n" });
    const before = await session.technique("T1059");
    const { status, body } = await reanalyse(session.path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      session_id: session.id,
      status: "completed",
      version: "19.0",
      model: `embedded/${SHIPPED.domain}-${SHIPPED.version}`,
      name: "Kept",
      tags: ["t"],
      note: "n",
      warnings: [
        "T1574.001 (DLL), which local had added, is deprecated in enterprise-attack 19.0 and was left out.",
      ],
    });
    const byId = Object.fromEntries(body.techniques.map((t) => [t.attack_id, t]));
    expect(Object.keys(byId).sort()).toEqual(["T1059", "T1059.001", "T1667"]);
    expect(byId["T1059"]).toEqual(before);
    expect(byId["T1667"]).toMatchObject({
      name: "New Phishing",
      tactic: "initial-access",
      replaced_from: "T1566",
      review_status: "rejected",
      note: "A drill.",
      origin: "analysis",
      changed_by: "local",
    });
    expect(byId["T1059.001"]).toMatchObject({ review_status: "suggested", changed_by: null });
    expect(await session.read()).toEqual(body);
    const { body: list } =
      await requestJson<{ session_id: string; technique_count: number }[]>("/api/analyze/sessions");
    expect(list.find((item) => item.session_id === session.id)?.technique_count).toBe(3);
  });

  it("stands in the history, where nothing before it can be undone but the session's own", async () => {
    const session = await onOldRelease();
    await session.patch("T1566", { review_status: "rejected" });
    await session.update({ note: "n" });
    await reanalyse(session.path);
    const { body } = await session.history();
    expect(body.map(({ action, can_undo }) => [action, can_undo])).toEqual([
      ["reanalysed", false],
      ["updated", true],
      ["changed", false],
    ]);
    expect(body[0]).toMatchObject({
      before: { version: "18.1", technique_count: 2 },
      after: { version: "19.0" },
    });
    const refused = await session.undo(body[0]?.change_id);
    expect(refused).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(refused.body.detail).toMatch(/cannot be undone/);
    expect((await session.undo(body[1]?.change_id)).status).toBe(200);
  });

  it("keeps another id that a person gave, and does not find the old one again", async () => {
    const session = await onOldRelease();
    await session.patch("T1566", { attack_id: "T1059", note: "Not mail." });
    const { body } = await reanalyse(session.path, "?version=18.1");
    expect(body.techniques.map((t) => t.attack_id).sort()).toEqual(["T1059", "T1059.001"]);
    expect(body.techniques.find((t) => t.attack_id === "T1059")).toMatchObject({
      origin: "analyst",
      found_as: "T1566",
      note: "Not mail.",
    });
  });

  it("keeps what is decided while it analyses", async () => {
    const session = await onOldRelease();
    const [analysed, ...changed] = await Promise.all([
      reanalyse(session.path, "?version=18.1"),
      session.patch("T1566", { review_status: "accepted" }),
      session.add({ attack_id: "T1059", evidence: "host" }),
      session.patch("T1059.001", { note: "Seen." }),
      reanalyse(session.path, "?version=18.1"),
    ]);
    expect([analysed.status, ...changed.map(({ status }) => status)]).toEqual([
      200, 200, 201, 200, 200,
    ]);
    const { techniques } = await session.read();
    expect(
      techniques
        .map((t) => [t.attack_id, t.review_status, t.note])
        .sort((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ["T1059", "accepted", ""],
      ["T1059.001", "suggested", "Seen."],
      ["T1566", "accepted", ""],
    ]);
  });

  it("plans its outcome anew when somebody decides something before it is written", async () => {
    const session = await onOldRelease();
    const techniques = testServices().sessionTechniques;
    let reads = 0;
    const interrupted = {
      list: async (id: string) => {
        const rows = await techniques.list(id);
        reads += 1;
        if (reads === 1) await session.patch("T1566", { note: "Meanwhile." });
        return rows;
      },
      replaceAll: (...given: Parameters<typeof techniques.replaceAll>) =>
        techniques.replaceAll(...given),
    } as unknown as typeof techniques;
    const deps = testServices({ sessionTechniques: interrupted });
    const { signal } = new AbortController();
    await reanalyseSession(deps, "ann", session.id, { version: "18.1" }, signal);
    expect(reads).toBe(2);
    expect(await session.technique("T1566")).toMatchObject({ note: "Meanwhile." });
  });

  it("leaves the session as it is when it cannot be done", async () => {
    const session = await onOldRelease();
    await session.patch("T1566", { note: "Kept." });
    const before = await session.read();
    const answers = [
      await reanalyse(session.path, "?provider=provider_b"),
      await reanalyse(session.path, "?provider=gpt"),
      await reanalyse(session.path, "?version=1.0"),
      await reanalyse(`/api/analyze/sessions/${crypto.randomUUID()}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [503, "provider_not_configured"],
      [400, "invalid_provider"],
      [404, "version_not_found"],
      [404, "not_found"],
    ]);
    expect(await session.read()).toEqual(before);
    await env.WORKSPACE_DB.prepare("update sessions set status = 'failed' where id = ?")
      .bind(session.id)
      .run();
    expect(await reanalyse(session.path)).toMatchObject({
      status: 409,
      body: { code: "analysis_failed" },
    });
  });

  it("keeps reviews from before there was a history", async () => {
    const session = await onOldRelease();
    await env.WORKSPACE_DB.prepare(
      "update session_techniques set review_status = 'accepted' where session_id = ? and attack_id = 'T1566'",
    )
      .bind(session.id)
      .run();
    const { body } = await reanalyse(session.path, "?version=18.1");
    expect(body.techniques.find((t) => t.attack_id === "T1566")?.review_status).toBe("accepted");
  });

  it("answers what its form would answer anew, where nobody decided anything", async () => {
    const session = await onOldRelease();
    const { body } = await reanalyse(session.path);
    const text =
      "APT29 ran T1059.001 on the host.\nMail came first (T1566).\nThe “loader”   was\nput beside a signed program.";
    const anew = await requestJson<Analysis>("/api/analyze", form({ text }));
    const { session_id: _a, created_at: _b, ...first } = body;
    const { session_id: _c, created_at: _d, ...second } = anew.body;
    expect(first).toEqual(second);
    const { body: history } = await requestJson<HistoryEntry[]>(`${session.path}/history`);
    expect(history).toHaveLength(1);
  });
});

describe("keepDecisions", () => {
  const row = (attack_id: string, more: Partial<TechniqueRow> = {}): TechniqueRow => ({
    session_id: "s",
    attack_id,
    position: 0,
    name: attack_id,
    tactic: "",
    confidence: 0.5,
    evidence: "old",
    evidence_start: 0,
    evidence_end: 3,
    verified: true,
    replaced_from: null,
    passages: [],
    warnings: [],
    review_status: "suggested",
    origin: "analysis",
    found_as: null,
    note: "",
    changed_by: null,
    changed_at: null,
    decided: [],
    hit: null,
    features: [],
    runners_up: [],
    nearest_procedure: null,
    judgement: null,
    ...more,
  });

  it("says which of two decisions on one technique it left out", () => {
    const before = [
      row("T1086", { review_status: "rejected" }),
      row("T1059.001", { review_status: "accepted" }),
    ];
    const { rows, warnings } = keepDecisions(before, [], smallRelease(), "s");
    // What was said of the id that is left counts for more, wherever it stands.
    expect(rows).toMatchObject([{ attack_id: "T1059.001", review_status: "accepted" }]);
    expect(warnings).toEqual([
      "T1059.001 and T1086 are one technique in enterprise-attack 18.1; what was decided of T1086 (rejected) was left out and stands in the history.",
    ]);
  });

  it("says at a technique that somebody decided on that it was not found again, until it is", () => {
    const missed = (more: Partial<TechniqueRow>) =>
      keepDecisions([row("T1566", { warnings: ["w"], ...more })], [], smallRelease(), "s").rows;
    const [accepted] = missed({ review_status: "accepted" });
    expect(accepted?.warnings).toEqual(["w", expect.stringMatching(/did not find this/)]);
    expect(missed({ review_status: "accepted", ...accepted })).toEqual([accepted]);
    expect(missed({ review_status: "rejected" })[0]?.warnings).toEqual(["w"]);
    expect(missed({ origin: "analyst", decided: ["note"] })[0]?.warnings).toEqual(["w"]);
    const again = keepDecisions([accepted ?? row("x")], [row("T1566")], smallRelease(), "s");
    expect(again.rows).toMatchObject([{ warnings: [], review_status: "accepted" }]);
  });

  it("takes what is found under an id that a person replaced for theirs, but for other passages", () => {
    const theirs = row("T1059", {
      origin: "analyst",
      found_as: "T1566",
      decided: ["attack_id"],
      evidence_start: 100,
      evidence_end: 110,
      passages: [{ text: "p", start: 200, end: 210 }],
    });
    const idsWith = (start: number | null, end: number | null) => {
      const found = row("T1566", { evidence_start: start, evidence_end: end });
      const { rows } = keepDecisions([theirs], [found], smallRelease(), "s");
      return rows.map(({ attack_id: id }) => id).sort();
    };
    for (const [start, end] of [
      [95, 101],
      [205, 220],
      [null, null],
    ] as const) {
      expect(idsWith(start, end)).toEqual(["T1059"]);
    }
    expect(idsWith(110, 120)).toEqual(["T1059", "T1566"]);
  });

  it("takes from the new analysis what people did not set", () => {
    const before = [row("T1566", { decided: ["confidence"], confidence: 0.1, changed_by: "ann" })];
    const found = [row("T1566", { evidence: "new", confidence: 0.9, tactic: "t" }), row("T1059")];
    const { rows } = keepDecisions(before, found, smallRelease(), "s");
    expect(rows).toMatchObject([
      { attack_id: "T1566", evidence: "new", confidence: 0.1, changed_by: "ann", position: 0 },
      { attack_id: "T1059", position: 1 },
    ]);
  });

  it("drops what was neither decided nor found again", () => {
    expect(keepDecisions([row("T1566")], [], smallRelease(), "s")).toEqual({
      rows: [],
      warnings: [],
    });
  });
});
