import { extractFeatures, type Features } from "../features.ts";
import type { Weights } from "../score-sentence.ts";
import { toVector, type Vector } from "../vectors.ts";
import type { Procedures } from "./sketch-procedures.ts";

/** The ATT&CK procedure most similar to a passage. */
export interface NearestProcedure {
  /** Id of the group, campaign or software. */
  source_id: string;
  /** Cosine, 0..1. */
  similarity: number;
  /** Words of the passage that occur in both, as printed, heaviest first. */
  words: string[];
}

/**
 * Minimum similarity. Of held-out procedures, 88 % reach it (with two words in common) among those of their own
 * technique, and 4 % among those of a random other technique.
 */
const MIN_SIMILARITY = 0.15;
/** Minimum words in common. One word, however rare, shows the topic of a passage but not the action. */
const MIN_WORDS = 2;
const MAX_WORDS = 5;

/**
 * Returns the nearest procedure of the given techniques, or null if none is similar enough. Takes less than 1 ms.
 * @param classes the technique, or the members of its family
 * @param isKnown whether a source may be named. Others are skipped.
 */
export function nearestProcedure(
  text: string,
  classes: readonly number[],
  { mask, vocabulary, procedures }: Pick<Weights, "mask" | "vocabulary" | "procedures">,
  isKnown: (sourceId: string) => boolean = () => true,
): NearestProcedure | null {
  const found = extractFeatures(text, mask);
  const vector = toVector(found.keys, vocabulary);
  const values = new Float32Array(vocabulary.idf.length);
  for (const [i, feature] of vector.index.entries()) values[feature] = vector.value[i] ?? 0;
  let best: NearestProcedure | null = null;
  for (const c of classes) {
    const end = procedures.classStart[c + 1] ?? 0;
    for (let procedure = procedures.classStart[c] ?? end; procedure < end; procedure += 1) {
      const similarity = cosine(procedure, values, vocabulary.idf, procedures);
      if (similarity < MIN_SIMILARITY || similarity <= (best?.similarity ?? 0)) continue;
      const source_id = procedures.sources[procedures.source[procedure] ?? 0] ?? "";
      if (!isKnown(source_id)) continue;
      const words = sharedWords(found, vector, featuresOf(procedure, procedures));
      if (words.length < MIN_WORDS) continue;
      best = { source_id, similarity, words: words.slice(0, MAX_WORDS) };
    }
  }
  return best;
}

function featuresOf(procedure: number, { featureStart, features }: Procedures): Uint32Array {
  return features.subarray(featureStart[procedure], featureStart[procedure + 1]);
}

/** @param values of the sentence by feature, of length 1 */
function cosine(
  procedure: number,
  values: Float32Array,
  idf: Float32Array,
  { featureStart, features }: Procedures,
): number {
  let product = 0;
  let squares = 0;
  const end = featureStart[procedure + 1] ?? 0;
  for (let at = featureStart[procedure] ?? end; at < end; at += 1) {
    const feature = features[at] ?? 0;
    const weight = idf[feature] ?? 0;
    product += weight * (values[feature] ?? 0);
    squares += weight * weight;
  }
  return squares > 0 ? Math.min(1, product / Math.sqrt(squares)) : 0;
}

/**
 * Returns the words in common. A pair of words counts for both words. Masked names have no features and are not listed,
 * because the procedure contains another name there.
 */
function sharedWords(
  { words, first, last }: Features,
  { index, value, at }: Vector,
  procedure: Uint32Array,
): string[] {
  const own = new Set(first.filter((from, i) => from === last[i]));
  const shared = new Set(procedure);
  const weights = new Map<string, { printed: string; weight: number }>();
  for (const [i, feature] of index.entries()) {
    if (!shared.has(feature)) continue;
    const of = at[i] ?? 0;
    for (const position of new Set([first[of] ?? 0, last[of] ?? 0])) {
      const printed = words[position];
      if (printed === undefined || !own.has(position)) continue;
      const known = weights.get(printed.toLowerCase()) ?? { printed, weight: 0 };
      weights.set(printed.toLowerCase(), { ...known, weight: known.weight + (value[i] ?? 0) ** 2 });
    }
  }
  return [...weights.values()].sort((a, b) => b.weight - a.weight).map(({ printed }) => printed);
}
