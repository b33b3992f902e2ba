import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../../src/reading/sessions/schema.ts";
import {
  relationship,
  smallBundle,
  smallObjects,
  stixIds,
  technique,
} from "../../../support/bundles.ts";
import { json, newSession } from "../../../support/edits.ts";
import { ingest, request, requestJson } from "../../../support/service.ts";

type Opened = Awaited<ReturnType<typeof newSession>>;

/** Of 18.1, 19.0 revokes T1566 by T1667, which has one of its two tactics; 20.0 does not have it at all. */
beforeAll(async () => {
  const isPhishing = (object: Record<string, unknown>) =>
    object["id"] === stixIds.technique(3) ||
    [object["source_ref"], object["target_ref"]].includes(stixIds.technique(3));
  await ingest(smallBundle("18.1"));
  await ingest(
    smallBundle("19.0", "2.1", [
      ...smallObjects().map((object) =>
        object["id"] === stixIds.technique(3) ? { ...object, revoked: true } : object,
      ),
      technique(9, "T1667", "New Phishing", ["initial-access"]),
      relationship(20, "revoked-by", stixIds.technique(3), stixIds.technique(9)),
    ]),
  );
  const without = smallObjects().filter((object) => !isPhishing(object));
  await ingest(smallBundle("20.0", "2.1", without));
});

const reanalyse = async ({ path }: Opened, version: string) =>
  (await requestJson<Analysis>(`${path}/reanalyse?version=${version}`, json("POST"))).body;

/** What a person decides of T1566. */
const DECISIONS: Record<string, object> = {
  "accepted it": { review_status: "accepted" },
  "rejected it": { review_status: "rejected" },
  "wants evidence": { review_status: "needs_evidence" },
  "noted something": { note: "Seen in the gateway.\nTwice." },
  "took other evidence": { evidence: "put beside a signed program" },
  "judged how sure it is": { confidence: 0.25 },
  "took another tactic": { tactic: "execution" },
  "did it all": {
    review_status: "accepted",
    note: "n",
    evidence: "Mail",
    confidence: 1,
    tactic: "execution",
  },
};

describe("another analysis, after somebody", () => {
  it.each(Object.entries(DECISIONS))("%s", async (_what, decision) => {
    for (const [version, attackId] of [
      ["18.1", "T1566"],
      ["19.0", "T1667"],
    ] as const) {
      const session = await newSession(undefined, { version: "18.1" });
      const { body: decided } = await session.patch("T1566", decision);
      const { techniques, warnings } = await reanalyse(session, version);
      const kept = techniques.find((one) => one.attack_id === attackId);
      const isMoved = version === "19.0" && "tactic" in decision;
      const values = { ...decision, ...(isMoved && { tactic: "initial-access" }) };
      expect(kept).toMatchObject({ ...values, changed_by: "local" });
      expect(kept?.changed_at).toBe(decided["changed_at"]);
      if ("evidence" in decision) expect(kept?.evidence_start).toBe(decided["evidence_start"]);
      expect(warnings).toEqual(
        isMoved
          ? [
              "T1667 (New Phishing) does not belong to the tactic execution in enterprise-attack 19.0, which local had chosen; it is under initial-access now.",
            ]
          : [],
      );
    }
  });

  it.each(Object.entries(DECISIONS))("%s of what the release lacks", async (_what, decision) => {
    const session = await newSession(undefined, { version: "18.1" });
    await session.patch("T1566", decision);
    const { techniques, warnings } = await reanalyse(session, "20.0");
    expect(techniques.map((one) => one.attack_id)).toEqual(["T1059.001"]);
    expect(warnings).toEqual([
      "T1566 (Phishing), which local had reviewed, belongs to ATT&CK 19.1 as “Phishing” and was left out.",
    ]);
    // What was decided is not lost: the history has it.
    const [, change] = (await session.history()).body;
    expect(change?.after).toMatchObject(decision);
  });

  it("gave another id, added, and removed", async () => {
    for (const version of ["18.1", "19.0", "20.0"]) {
      const session = await newSession(undefined, { version: "18.1" });
      await session.patch("T1566", { attack_id: "T1059", note: "Not mail." });
      await session.add({ attack_id: "T1574.001", evidence: "loader", note: "Mine." });
      await session.patch("T1574.001", { confidence: 0.5 });
      const before = await session.read();
      const { techniques, warnings } = await reanalyse(session, version);
      expect([version, warnings]).toEqual([version, []]);
      for (const id of ["T1059", "T1574.001"]) {
        const of = ({ techniques: all }: Pick<Analysis, "techniques">) =>
          all.find((one) => one.attack_id === id);
        expect(of({ techniques })).toEqual(of(before));
      }
      expect(techniques).toHaveLength(3);
      await request(`${session.path}/techniques/T1574.001`, json("DELETE"));
      expect((await reanalyse(session, version)).techniques).toHaveLength(2);
    }
  });

  it("undid what was decided", async () => {
    const session = await newSession(undefined, { version: "18.1" });
    await session.patch("T1566", { note: "First." });
    await session.patch("T1566", { review_status: "rejected", confidence: 0.1 });
    const [second] = (await session.history()).body;
    await session.undo(second?.change_id);
    const { techniques } = await reanalyse(session, "19.0");
    expect(techniques.find((one) => one.attack_id === "T1667")).toMatchObject({
      note: "First.",
      review_status: "suggested",
    });
    const fresh = await newSession(undefined, { version: "19.0" });
    const found = await fresh.technique("T1667");
    expect(techniques.find((one) => one.attack_id === "T1667")?.confidence).toBe(found?.confidence);
  });

  it("says of its language what its provider makes of it, once", async () => {
    const session = await newSession();
    await env.WORKSPACE_DB.prepare("update sessions set language = 'fr' where id = ?")
      .bind(session.id)
      .run();
    for (let turn = 0; turn < 2; turn += 1) {
      const { warnings } = await reanalyse(session, "18.1");
      expect(warnings).toEqual([expect.stringContaining("is in French")]);
    }
  });
});
