import { fastExp } from "./fast-exp.ts";
import type { Scores } from "./scores.ts";
import type { ScoreKind, Unit } from "./signals.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** Returns each model's value for a candidate: log probabilities and a cosine. */
export function valuesOf(
  unit: Unit,
  scores: Scores,
  taxonomy: Taxonomy,
): Record<ScoreKind, number> {
  const { c, isFamily } = unit;
  if (isFamily) {
    return {
      log: sumOf(scores.log, taxonomy.members[c] ?? []),
      cosine: scores.familyCosine[c] ?? 0,
      encoder: sumOf(scores.encoder, taxonomy.members[c] ?? []),
      blend: scores.family[c] ?? 0,
      context: sumOf(scores.context, taxonomy.members[c] ?? []),
    };
  }
  return {
    log: scores.log[c] ?? 0,
    cosine: scores.cosine[c] ?? 0,
    encoder: scores.encoder[c] ?? 0,
    blend: scores.blend[c] ?? 0,
    context: scores.context[c] ?? 0,
  };
}

/** Returns the log probability of a candidate by all models combined. */
export function blendOf({ c, isFamily }: Unit, { family, blend }: Scores): number {
  return (isFamily ? family[c] : blend[c]) ?? 0;
}

/** Returns the log of the summed probabilities of these classes. */
export function sumOf(logs: Float64Array, members: readonly number[]): number {
  let sum = 1e-9;
  for (const c of members) sum += fastExp(logs[c] ?? 0);
  return Math.log(sum);
}
