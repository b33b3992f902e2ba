import type { Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { addTo, blendPool, createPool, forget, type PooledScores } from "./pool-sentences.ts";

/**
 * Scores a sentence together with its neighbors, as if they were one: "They opened the console. There they created a
 * new account."
 * @param room reusable buffers, created if omitted
 */
export function scoreContext(
  scores: Scores,
  neighbours: readonly (Scores | null)[],
  weights: Weights,
  room: PooledScores = createPool(scores.context.length),
): void {
  const others = neighbours.filter((one) => one !== null);
  if (others.length === 0) return;
  forget(room);
  for (const one of [scores, ...others]) addTo(room, one, weights);
  blendPool(room, weights, scores.context);
}
