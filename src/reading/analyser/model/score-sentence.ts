import { extractFeatures } from "./features.ts";
import type { NameMask } from "./name-mask.ts";
import { addRow, type SparseRows } from "./sparse-rows.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { toVector, type Vocabulary } from "./vectors.ts";

/** Softmax inputs are this much longer than the vectors of length 1. */
export const INPUT_SCALE = 3;

/** Weights that were learned; without `softmax` it is the small model that is built at ingest. */
export interface Weights {
  taxonomy: Taxonomy;
  mask: NameMask;
  vocabulary: Vocabulary;
  centroid: SparseRows;
  softmax: SparseRows | null;
}

/** What the models say about one sentence; arrays by class, with class 0 for "no technique". */
export interface Scores {
  /** Log of the softmax probability. */
  log: Float64Array;
  /** Cosine to the centroid. */
  cosine: Float64Array;
  /** Log of the summed probability of the family, at the parent's class. */
  family: Float64Array;
  /** Largest cosine in the family, at the parent's class. */
  familyCosine: Float64Array;
  /** Features of the sentence, and those that the model knows. */
  features: number;
  known: number;
}

const FLOOR = -14;
/** Without a softmax, cosines make its probabilities; the factor was chosen on procedure texts. */
const COSINE_SHARPNESS = 18;

/** About 0.05 ms per sentence. */
export function scoreSentence(text: string, weights: Weights): Scores {
  const { vocabulary, softmax, centroid, mask, taxonomy } = weights;
  const { keys } = extractFeatures(text, mask);
  const vector = toVector(keys, vocabulary);
  const classes = taxonomy.ids.length;
  const log = new Float64Array(classes);
  const cosine = new Float64Array(classes);
  for (let i = 0; i < vector.index.length; i += 1) {
    const feature = vector.index[i] ?? 0;
    const value = vector.value[i] ?? 0;
    addRow(centroid, feature, value, cosine);
    if (softmax !== null) addRow(softmax, feature, value * INPUT_SCALE, log);
  }
  if (softmax === null)
    for (let c = 0; c < classes; c += 1) log[c] = (cosine[c] ?? 0) * COSINE_SHARPNESS;
  normalise(log);
  const { family, familyCosine } = sumFamilies(log, cosine, taxonomy);
  for (let c = 0; c < classes; c += 1) log[c] = Math.max(FLOOR, log[c] ?? 0);
  return { log, cosine, family, familyCosine, features: keys.length, known: vector.index.length };
}

/** Scores to logs of probabilities. */
function normalise(scores: Float64Array): void {
  let max = -Infinity;
  for (const score of scores) max = Math.max(max, score);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - max);
  const shift = max + Math.log(sum);
  for (let c = 0; c < scores.length; c += 1) scores[c] = (scores[c] ?? 0) - shift;
}

function sumFamilies(log: Float64Array, cosine: Float64Array, { parent }: Taxonomy) {
  const family = new Float64Array(log.length);
  const familyCosine = new Float64Array(log.length);
  for (let c = 0; c < log.length; c += 1) {
    const p = parent[c] ?? 0;
    family[p] = (family[p] ?? 0) + Math.exp(log[c] ?? 0);
    familyCosine[p] = Math.max(familyCosine[p] ?? 0, cosine[c] ?? 0);
  }
  for (let c = 0; c < log.length; c += 1) {
    family[c] = parent[c] === c ? Math.max(FLOOR, Math.log((family[c] ?? 0) + 1e-9)) : FLOOR;
  }
  return { family, familyCosine };
}

/** Indexes of the `count` largest values among `allowed`, largest first; class 0 never. */
export function largest(
  values: Float64Array,
  count: number,
  allowed: (c: number) => boolean,
): number[] {
  const top: number[] = [];
  for (let c = 1; c < values.length; c += 1) {
    const value = values[c] ?? 0;
    if (top.length === count && value <= (values[top[count - 1] ?? 0] ?? 0)) continue;
    if (!allowed(c)) continue;
    let at = Math.min(top.length, count - 1);
    while (at > 0 && (values[top[at - 1] ?? 0] ?? 0) < value) {
      top[at] = top[at - 1] ?? 0;
      at -= 1;
    }
    top[at] = c;
  }
  return top;
}
