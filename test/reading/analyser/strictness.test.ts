import { describe, expect, it } from "vitest";
import {
  embeddedCut,
  languageModelCut,
  reaches,
  searchFrom,
} from "../../../src/reading/analyser/strictness.ts";
import { reportBetween } from "../../../src/reading/analyser/report-between.ts";
import type { ScoredUnit } from "../../../src/reading/analyser/model/score-document.ts";
import { buildTaxonomy } from "../../../src/reading/analyser/model/taxonomy.ts";

const asked = (
  mode: "precision" | "balanced" | "recall",
  min_confidence: number | null = null,
) => ({
  mode,
  min_confidence,
});

describe("how sure a finding must be", () => {
  it.each([
    ["precision", 0.36, 0.36, 0.7, 0],
    ["balanced", 0.36, 0.36, 0, 0],
    ["recall", 0.36, 0.12, 0, 0],
    // A third of a low threshold would be all that the model ever thought of.
    ["recall", 0.15, 0.08, 0, 0],
    // The model's own threshold is never raised.
    ["recall", 0.05, 0.05, 0, 0],
  ] as const)("in %s, by a threshold of %s", (mode, threshold, from, cut, ofOthers) => {
    expect(searchFrom(threshold, asked(mode))).toBeCloseTo(from);
    expect(embeddedCut(asked(mode))).toBe(cut);
    expect(languageModelCut(asked(mode))).toBe(ofOthers);
  });

  it.each(["precision", "balanced", "recall"] as const)("is min_confidence in %s", (mode) => {
    expect(searchFrom(0.36, asked(mode, 0.2))).toBe(0.2);
    expect(searchFrom(0.36, asked(mode, 0.5))).toBe(0.36);
    for (const least of [0, 0.2, 0.5, 1]) {
      expect(embeddedCut(asked(mode, least))).toBe(least);
      expect(languageModelCut(asked(mode, least))).toBe(least);
    }
  });

  it("goes by the confidence that is shown", () => {
    expect(reaches(0.499_96, 0.5)).toBe(true);
    expect(reaches(0.499_94, 0.5)).toBe(false);
    expect(reaches(0, 0)).toBe(true);
    expect(reaches(0.999_9, 1)).toBe(false);
  });
});

describe("what lower thresholds report", () => {
  const taxonomy = buildTaxonomy(["T1", "T1.001", "T1.002", "T2"], [1, 1, 1, 1]);
  const unit = (c: number, probability: number, isFamily = false): ScoredUnit => ({
    c,
    isFamily,
    probability,
    signals: new Float32Array(0),
    sentences: [{ sentence: 0, probability }],
  });
  const shown = (units: ScoredUnit[], from: number, below = 0.4) =>
    reportBetween(units, from, below, taxonomy).map(
      ({ attack_id: id, probability }) => `${id} ${probability}`,
    );

  it("begins with a parent of which no sub-technique is as sure, and leaves it there", () => {
    const units = [unit(1, 0.3, true), unit(2, 0.15), unit(3, 0.1), unit(4, 0.2)];
    expect(shown(units, 0.25)).toEqual(["T1 0.3"]);
    expect(shown(units, 0.2)).toEqual(["T1 0.3", "T2 0.2"]);
    expect(shown(units, 0.1)).toEqual(["T1 0.3", "T2 0.2", "T1.001 0.15", "T1.002 0.1"]);
  });

  it("names a sub-technique for a family that it alone makes sure", () => {
    expect(shown([unit(1, 0.3, true), unit(2, 0.25), unit(3, 0.02)], 0.1)).toEqual(["T1.001 0.3"]);
  });

  it("says nothing of a family whose sub-technique is sure, nor of what is above", () => {
    expect(shown([unit(1, 0.3, true), unit(2, 0.35), unit(4, 0.5)], 0.1)).toEqual(["T1.001 0.35"]);
    expect(shown([unit(1, 0.9, true), unit(2, 0.1), unit(3, 0.1)], 0.05)).toEqual([
      "T1.001 0.1",
      "T1.002 0.1",
    ]);
  });

  it("is nothing where the thresholds are the same", () => {
    expect(shown([unit(4, 0.4), unit(2, 0.39)], 0.4)).toEqual([]);
  });
});
