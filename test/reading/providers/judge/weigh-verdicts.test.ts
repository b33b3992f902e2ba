import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../src/reading/analyser/model/seeded-random.ts";
import {
  combine,
  estimateReliability,
  type Weighed,
} from "../../../../src/reading/providers/judge/weigh-verdicts.ts";

/** Techniques with calibrated confidence, and the votes of a model that errs in a part of them. */
function draw(count: number, errs: number): (Weighed & { isTrue: boolean })[] {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => {
    const prior = random() ** 2;
    const isTrue = random() < prior;
    return { prior, isTrue, vote: random() < errs ? !isTrue : isTrue };
  });
}

describe("the reliability of a model", () => {
  it.each([0, 0.1, 0.2, 0.3])("is estimated from its votes: %d wrong", (errs) => {
    const { sensitivity, falseYes } = estimateReliability(draw(2_000, errs));
    expect(Math.abs(sensitivity - (1 - errs))).toBeLessThan(0.06);
    expect(Math.abs(falseYes - errs)).toBeLessThan(0.06);
  });

  it("makes votes without worth weigh nothing", () => {
    const items = draw(2_000, 0.5);
    const reliability = estimateReliability(items);
    const moved = items.map((item) => Math.abs(combine(item, reliability) - item.prior));
    expect(Math.max(...moved)).toBeLessThan(0.06);
  });

  it("is what was assumed where nothing was voted on", () => {
    expect(estimateReliability([{ prior: 0.9, vote: null }])).toEqual({
      sensitivity: 0.9,
      falseYes: 0.1,
    });
  });
});

describe("the confidence of both", () => {
  const reliability = { sensitivity: 0.9, falseYes: 0.1 };

  it("follows Bayes' rule", () => {
    expect(combine({ prior: 0.5, vote: true }, reliability)).toBeCloseTo(0.9);
    expect(combine({ prior: 0.5, vote: false }, reliability)).toBeCloseTo(0.1);
    expect(combine({ prior: 0.1, vote: true }, reliability)).toBeCloseTo(0.5);
  });

  it("is the analyser's own without a vote", () => {
    expect(combine({ prior: 0.37, vote: null }, reliability)).toBe(0.37);
  });

  it("is never certain", () => {
    expect(combine({ prior: 1, vote: false }, reliability)).toBeLessThan(1);
    expect(combine({ prior: 0, vote: true }, reliability)).toBeGreaterThan(0);
  });
});
