/** Maximum sentences of a short text, and the number from which only the networks for reports count. */
const FEW = 8;
export const MANY = 30;

/** Returns the weight of the networks for reports in a text with this number of sentences, 0..1. */
export function reportShare(sentences: number): number {
  return Math.min(1, Math.max(0, (sentences - FEW) / (MANY - FEW)));
}
