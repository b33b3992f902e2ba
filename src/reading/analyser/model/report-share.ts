/** Up to so many sentences it is a few, and from which on the networks for reports speak alone. */
const FEW = 8;
export const MANY = 30;

/** How much the networks for reports have to say of a text of so many sentences, 0..1. */
export function reportShare(sentences: number): number {
  return Math.min(1, Math.max(0, (sentences - FEW) / (MANY - FEW)));
}
