import { describe, expect, it } from "vitest";
import {
  requireAnswers,
  warnOfJudge,
} from "../../../../src/reading/providers/judge/check-judgement.ts";
import type { Pair } from "../../../../src/reading/providers/judge/propose-pairs.ts";
import type { Answer } from "../../../../src/reading/providers/judge/verdict.ts";
import {
  type FoundTechnique,
  UNEXPLAINED,
} from "../../../../src/reading/recognition/found-technique.ts";

const IDS = ["T1486", "T1490", "T1059.001", "T1003.001"];
const passage = { text: "It was done.", before: "", after: "", start: 0, end: 12 };
const pairs: Pair[] = IDS.map((attack_id) => ({ passage, place: passage, attack_id }));
const found: FoundTechnique[] = IDS.map((attack_id) => ({
  attack_id,
  confidence: 0.9,
  evidence: passage.text,
  evidence_start: 0,
  evidence_end: 12,
  passages: [],
  warnings: [],
  explanation: UNEXPLAINED,
}));
const GOOD = { sensitivity: 0.9, falseYes: 0.1 };

const answered = (...verdicts: Answer["verdict"][]) =>
  new Map(
    verdicts.flatMap((verdict, at) => {
      const pair = pairs[at];
      return pair === undefined ? [] : [[pair, { verdict, other_id: null, reason: "" }] as const];
    }),
  );

describe("the warnings of a judgement", () => {
  it("are none where the model answers all and confirms half", () => {
    expect(warnOfJudge(pairs, answered("yes", "yes", "no", "other"), found, GOOD)).toEqual([]);
  });

  it("count what has no verdict, and what is denied of the rest", () => {
    expect(warnOfJudge(pairs, answered("yes", "no", "no"), found, GOOD)).toEqual([
      "The language model gave no usable verdict on 1 of 4 pairs of passage and technique; the embedded analyzer alone decided on them.",
      "The language model confirms only 1 of the 3 techniques that the embedded analyzer reports. Review the disputed ones.",
    ]);
  });

  it("name a model whose verdicts say next to nothing", () => {
    const poor = { sensitivity: 0.95, falseYes: 0.8 };
    expect(warnOfJudge(pairs, answered("yes", "yes", "yes", "yes"), found, poor)).toEqual([
      "The language model hardly distinguishes likely techniques from unlikely ones, so its verdicts count for little. Choose a larger model.",
    ]);
  });
});

describe("a judgement of which most is missing", () => {
  it("fails", () => {
    expect(() => requireAnswers(pairs, answered("yes"), null)).toThrow("on only 1 of 4 pairs");
    expect(() => requireAnswers(pairs, answered("yes", "no"), null)).not.toThrow();
    expect(() => requireAnswers([], new Map(), null)).not.toThrow();
  });
});
