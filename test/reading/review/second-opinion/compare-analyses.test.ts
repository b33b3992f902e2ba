import { describe, expect, it } from "vitest";
import type { Judgement } from "../../../../src/reading/recognition/found-technique.ts";
import { compareAnalyses } from "../../../../src/reading/review/second-opinion/compare-analyses.ts";

const technique = {
  attack_id: "T1486",
  name: "Data Encrypted for Impact",
  tactic: "impact",
  confidence: 0.9,
  evidence: "They encrypted all files.",
  evidence_start: 0,
  evidence_end: 25,
  passages: [],
  warnings: [],
  verified: true,
  replaced_from: null,
  origin: "analysis" as const,
  found_as: null,
  note: "",
  changed_by: null,
  changed_at: null,
  judgement: null,
};

function judged(...verdicts: ("yes" | "no" | "other")[]): Judgement {
  const place = { start: 0, end: 25, other_id: null, reason: "" };
  return {
    standing: "disputed",
    embedded: 0.9,
    verdicts: verdicts.map((verdict) => ({ ...place, verdict })),
  };
}

const proposalFor = (isFound: boolean, judgement: Judgement | null) =>
  compareAnalyses({
    first: [technique],
    second: isFound ? [technique] : [],
    overruled: new Set(),
    judgements: new Map(judgement === null ? [] : [["T1486", judgement]]),
  }).map(({ proposal }) => proposal);

describe("the proposal for a technique of the session", () => {
  it.each([
    ["nobody denies", null, "keep"],
    ["the model sees in one of its passages", judged("no", "yes"), "keep"],
    ["the model denies in all of them", judged("no", "other"), "question"],
    ["the model was not heard on", judged(), "keep"],
  ])(
    "that %s is the same whether or not the second analysis reports it",
    (_case, judgement, what) => {
      expect(proposalFor(false, judgement)).toEqual([what]);
      expect(proposalFor(true, judgement)).toEqual([what]);
    },
  );
});
