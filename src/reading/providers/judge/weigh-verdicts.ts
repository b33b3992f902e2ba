/** Evidence about a technique before and after the model's vote. */
export interface Weighed {
  /** Calibrated confidence of the embedded analyzer, 0..1. */
  prior: number;
  /** Whether the model finds it in one of its passages. Null without an answer. */
  vote: boolean | null;
}

/** How well a model's votes distinguish true techniques from false ones. */
export interface Reliability {
  /** Share of true techniques with a yes. */
  sensitivity: number;
  /** Share of false techniques with a yes. */
  falseYes: number;
}

/** Assumed reliability before the first vote, and its weight in votes on each side. */
const ASSUMED: Reliability = { sensitivity: 0.9, falseYes: 0.1 };
const WORTH = 20;
/** Maximum iterations. The estimate changes by less than a thousandth after fewer. */
const ROUNDS = 30;
/** Bound on probabilities. Nothing is certain. */
const LEAST = 0.001;

/**
 * Estimates how reliable a model's votes are from the votes themselves: a model that contradicts what the embedded
 * analyzer is sure of counts for less. This is expectation maximisation for one annotator of unknown quality (Dawid and
 * Skene, 1979), with the analyzer's calibrated confidence as the prior of each item and a beta prior
 * on both rates.
 */
export function estimateReliability(items: readonly Weighed[]): Reliability {
  let reliability = ASSUMED;
  const voted = items.filter(({ vote }) => vote !== null);
  for (let round = 0; round < ROUNDS; round += 1) {
    let [isTrue, saysTrue, isFalse, saysFalse] = [0, 0, 0, 0];
    for (const item of voted) {
      const p = combine(item, reliability);
      isTrue += p;
      isFalse += 1 - p;
      if (item.vote !== true) continue;
      saysTrue += p;
      saysFalse += 1 - p;
    }
    reliability = {
      sensitivity: (saysTrue + WORTH * ASSUMED.sensitivity) / (isTrue + WORTH),
      falseYes: (saysFalse + WORTH * ASSUMED.falseYes) / (isFalse + WORTH),
    };
  }
  return reliability;
}

/** Returns how sure both together are of a technique, 0..1 (Bayes' rule in odds). */
export function combine({ prior, vote }: Weighed, { sensitivity, falseYes }: Reliability): number {
  if (vote === null) return prior;
  const p = Math.min(1 - LEAST, Math.max(LEAST, prior));
  const ratio = vote ? sensitivity / falseYes : (1 - sensitivity) / (1 - falseYes);
  const odds = (p / (1 - p)) * ratio;
  return odds / (1 + odds);
}
