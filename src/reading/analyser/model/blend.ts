import { fastExp } from "./fast-exp.ts";
import type { Scores } from "./scores.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** Lowest log probability. */
const FLOOR = -14;
const LEAST = Math.exp(FLOOR);
/**
 * Weights of the models in the blend. Chosen to rank the right technique first in texts that no model was trained on.
 */
export const BLEND = { log: 0.5, cosine: 15, encoder: 1 } as const;

/** Computes the log probabilities of all models combined. */
export function blendAll({ log, cosine, encoder, blend }: Scores): void {
  for (let c = 0; c < blend.length; c += 1) {
    blend[c] =
      BLEND.log * (log[c] ?? 0) +
      BLEND.cosine * (cosine[c] ?? 0) +
      BLEND.encoder * (encoder[c] ?? 0);
  }
  normalise(blend);
}

/** Converts scores to log probabilities, with a floor. */
export function normalise(scores: Float64Array): void {
  let max = -Infinity;
  for (let c = 0; c < scores.length; c += 1) {
    const score = scores[c] ?? 0;
    if (score > max) max = score;
  }
  let sum = 0;
  for (let c = 0; c < scores.length; c += 1) sum += fastExp((scores[c] ?? 0) - max);
  const shift = max + Math.log(sum);
  for (let c = 0; c < scores.length; c += 1) {
    const log = (scores[c] ?? 0) - shift;
    scores[c] = log > FLOOR ? log : FLOOR;
  }
}

/** Computes the summed log probability and the largest cosine of each family. */
export function sumFamilies(
  { blend, cosine, family, familyCosine }: Scores,
  { parent }: Taxonomy,
): void {
  family.fill(0);
  familyCosine.fill(0);
  for (let c = 0; c < blend.length; c += 1) {
    const p = parent[c] ?? 0;
    const own = blend[c] ?? 0;
    if (own > FLOOR) family[p] = (family[p] ?? 0) + fastExp(own);
    if ((cosine[c] ?? 0) > (familyCosine[p] ?? 0)) familyCosine[p] = cosine[c] ?? 0;
  }
  for (let c = 0; c < blend.length; c += 1) {
    const sum = parent[c] === c ? (family[c] ?? 0) : 0;
    family[c] = sum > LEAST ? Math.log(sum) : FLOOR;
  }
}
