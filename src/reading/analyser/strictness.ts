/**
 * The goal of an analysis: few false findings, the best balance, or few missed techniques. In `judged`, a language
 * model decides on each technique.
 */
export const ANALYSIS_MODES = ["precision", "balanced", "recall", "judged"] as const;
export type AnalysisMode = (typeof ANALYSIS_MODES)[number];

/** Minimum confidence of findings. Techniques below it are candidates. */
export interface Strictness {
  mode: AnalysisMode;
  /** Overrides the threshold of any mode and provider. Null uses the mode's threshold. */
  min_confidence: number | null;
}

/** Default strictness of an analysis. Uses the model's threshold, see `thresholdFor`. */
export const BALANCED: Strictness = { mode: "balanced", min_confidence: null };

/** From this confidence, about nine of ten findings are right (docs/measuring.md, precision at p ≥ 0.7). */
const SURE = 0.7;
/** Share of the best-F1 threshold. A third of it gives one right lead for about seven wrong ones. */
const RECALL_SHARE = 1 / 3;
/** Probabilities are calibrated. Below this one, fewer than one in twelve findings is right. */
const RECALL_LEAST = 0.08;

/** Returns the confidence below which a finding of the embedded analyzer is only a candidate. */
export function embeddedCut({ mode, min_confidence: least }: Strictness): number {
  return least ?? (mode === "precision" ? SURE : 0);
}

/** Returns the same for language models, which the modes do not affect. */
export function languageModelCut({ min_confidence: least }: Strictness): number {
  return least ?? 0;
}

/**
 * Returns the probability from which the embedded analyzer searches for findings, never above its default threshold.
 * Results below a higher threshold are cut off afterwards, so they remain as candidates.
 */
export function searchFrom(threshold: number, { mode, min_confidence: least }: Strictness): number {
  const recall = Math.max(RECALL_LEAST, threshold * RECALL_SHARE);
  return Math.min(threshold, least ?? (mode === "recall" ? recall : threshold));
}

/** Returns whether a confidence reaches a threshold, both rounded to the four decimals shown. */
export function reaches(confidence: number, threshold: number): boolean {
  return Math.round(confidence * 10_000) / 10_000 >= threshold;
}
