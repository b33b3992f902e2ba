import type { Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { addTo, blendTogether, createTogether, forget, type Together } from "./together.ts";

/**
 * What a sentence says together with its neighbors, as if they were one: "They opened the console. There they
 * created a new account."
 * @param room what is computed in; made anew where nothing is given
 */
export function scoreContext(
  scores: Scores,
  neighbours: readonly (Scores | null)[],
  weights: Weights,
  room: Together = createTogether(scores.context.length),
): void {
  const others = neighbours.filter((one) => one !== null);
  if (others.length === 0) return;
  forget(room);
  for (const one of [scores, ...others]) addTo(room, one, weights);
  blendTogether(room, weights, scores.context);
}
