/**
 * What an analysis is for: few false findings, the best balance, or few missed techniques; `judged` has a language
 * model decide on each.
 */
export const ANALYSIS_MODES = ["precision", "balanced", "recall", "judged"] as const;
export type AnalysisMode = (typeof ANALYSIS_MODES)[number];

/** How sure a technique must be to be a finding; what is less sure is a candidate. */
export interface Strictness {
  mode: AnalysisMode;
  /** The threshold itself, whatever the mode and whoever reads; null leaves it to the mode. */
  min_confidence: number | null;
}

/** What an analysis asks for that names neither: the model's own threshold, see `thresholdFor`. */
export const BALANCED: Strictness = { mode: "balanced", min_confidence: null };

/** From here on about nine findings of ten are right (docs/measuring.md, precision at p ≥ 0.7). */
const SURE = 0.7;
/** A third of the threshold of the best F1 gives one right lead for about seven wrong ones. */
const RECALL_SHARE = 1 / 3;
/** Probabilities are calibrated: of what is less likely, fewer than one of twelve is right. */
const RECALL_LEAST = 0.08;

/** Below which confidence a finding of the embedded analyzer is a candidate only. */
export function embeddedCut({ mode, min_confidence: least }: Strictness): number {
  return least ?? (mode === "precision" ? SURE : 0);
}

/** The same for findings of a language model, of which the modes say nothing. */
export function languageModelCut({ min_confidence: least }: Strictness): number {
  return least ?? 0;
}

/**
 * From which probability on the embedded analyzer looks for findings, never above its own threshold:
 * what is less sure than a higher one asks is cut off afterwards, and so kept as a candidate.
 */
export function searchFrom(threshold: number, { mode, min_confidence: least }: Strictness): number {
  const recall = Math.max(RECALL_LEAST, threshold * RECALL_SHARE);
  return Math.min(threshold, least ?? (mode === "recall" ? recall : threshold));
}

/** Whether a confidence reaches a threshold, both as they are shown: with four decimals. */
export function reaches(confidence: number, threshold: number): boolean {
  return Math.round(confidence * 10_000) / 10_000 >= threshold;
}
