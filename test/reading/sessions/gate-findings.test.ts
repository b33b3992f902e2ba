import { describe, expect, it } from "vitest";
import type { DocumentKind } from "../../../src/reading/document-kind/schema.ts";
import { gateFindings } from "../../../src/reading/sessions/gate-findings.ts";
import type { GroundedFindings } from "../../../src/reading/sessions/ground-findings.ts";

const found = (start: number | null, hit: "id" | null) => ({
  attack_id: hit === null ? "T1003.001" : "T1059.001",
  confidence: 0.9,
  evidence: "words",
  evidence_start: start,
  evidence_end: start === null ? null : start + 5,
  passages: [],
  hit: hit && { kind: hit, text: "T1059.001" },
});
const grounded = (...techniques: ReturnType<typeof found>[]) =>
  ({
    techniques,
    set_aside: [],
    candidates: [],
    rejected: [],
    hints: [],
  }) as unknown as GroundedFindings;
const kindOf = (kind: DocumentKind["kind"], sections: DocumentKind["sections"] = []) =>
  ({ kind, sections }) as unknown as DocumentKind;

describe("gateFindings", () => {
  it("makes printed ids mentions and the others candidates where a text is no report", () => {
    const all = grounded(found(0, "id"), found(10, null), found(null, null));
    const gated = gateFindings(all, kindOf("other"));
    expect(gated.techniques).toEqual([]);
    expect(gated.set_aside).toMatchObject([{ attack_id: "T1059.001", reason: "not_a_report" }]);
    expect(gated.candidates).toMatchObject([{ attack_id: "T1003.001" }]);
    expect(gated.rejected).toMatchObject([{ attack_id: "T1003.001" }]);
  });

  it("does so in a section of a report that is plainly something else, and nowhere else", () => {
    const section = { kind: "other" as const, probability: 1, start: 100, end: 200 };
    const all = grounded(found(10, null), found(150, null));
    const gated = gateFindings(all, kindOf("threat_report", [section]));
    expect(gated.techniques).toMatchObject([{ evidence_start: 10 }]);
    expect(gated.candidates).toMatchObject([{ evidence_start: 150 }]);
  });

  it("leaves the findings of a report, and of a session whose kind is unknown", () => {
    const all = grounded(found(0, "id"));
    for (const kind of [kindOf("threat_report"), null]) expect(gateFindings(all, kind)).toBe(all);
  });
});
