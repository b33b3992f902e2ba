import { derive } from "../../../platform/lib/derive.ts";
import { extractFeatures } from "./features.ts";
import { glossOf } from "./glosses/gloss.ts";
import { INPUT_SCALE, scoreSentence, scoresFor, type Weights } from "./score-sentence.ts";
import type { Scores } from "./scores.ts";
import { topIndexes } from "./top-indexes.ts";
import type { Unit } from "./signals.ts";
import { weightOf } from "./sparse-rows.ts";
import { toVector } from "./vectors.ts";

/** The evidence of a sentence for a technique. */
export interface Explanation {
  /**
   * Printed words, or words of a foreign sentence's gloss, with the most weight, heaviest first. `share` is their
   * part of all support, 0..1.
   */
  features: { words: string; share: number }[];
  /** Next best techniques, with the combined probability of all models. */
  runners_up: { attack_id: string; probability: number }[];
}

const MAX_FEATURES = 5;
const MAX_RUNNERS_UP = 3;
/** A cosine of 1 counts about as much as this many units of log probability. */
const COSINE_WEIGHT = 6;

/**
 * Explains a sentence with up to five features and three runners-up. Scores the sentence again, so call it only for
 * reported sentences.
 */
export function explainSentence(text: string, unit: Unit, weights: Weights): Explanation {
  const { vocabulary, mask, softmax, centroid, taxonomy } = weights;
  const scores = scoreSentence(text, weights, roomFor(weights));
  const isOwn = (c: number) => (unit.isFamily ? taxonomy.parent[c] === unit.c : c === unit.c);
  const [best = unit.c] = unit.isFamily ? topIndexes(scores.blend, 1, isOwn) : [unit.c];
  const found = extractFeatures(glossOf(text) ?? text, mask);
  const vector = toVector(found.keys, vocabulary);
  const weighed = vector.index.map((feature, i) => {
    const value = vector.value[i] ?? 0;
    const bySoftmax = softmax === null ? 0 : INPUT_SCALE * weightOf(softmax, feature, best);
    const weight = value * (bySoftmax + COSINE_WEIGHT * weightOf(centroid, feature, best));
    const at = vector.at[i] ?? 0;
    const words = found.words.slice(found.first[at], (found.last[at] ?? 0) + 1).join(" ");
    return { words, weight };
  });
  const speaking = weighed.filter(({ weight }) => weight > 0);
  const sum = speaking.reduce((total, { weight }) => total + weight, 0);
  return {
    features: gatherByWords(speaking)
      .slice(0, MAX_FEATURES)
      .map(({ words, weight }) => ({ words, share: weight / sum })),
    runners_up: topIndexes(scores.blend, MAX_RUNNERS_UP, (c) => !isOwn(c)).map((c) => ({
      attack_id: taxonomy.ids[c] ?? "",
      probability: Math.exp(scores.blend[c] ?? 0),
    })),
  };
}

/** Score arrays that each explanation overwrites. */
const roomFor = derive((weights: Weights): Scores => scoresFor(weights));

/** Merges the features of one word (itself, its parts, pairs with its neighbor), heaviest first. */
function gatherByWords(weighed: readonly { words: string; weight: number }[]) {
  const byWords = new Map<string, { words: string; weight: number }>();
  for (const { words, weight } of weighed) {
    const known = byWords.get(words.toLowerCase()) ?? { words, weight: 0 };
    known.weight += weight;
    byWords.set(words.toLowerCase(), known);
  }
  return [...byWords.values()].sort((a, b) => b.weight - a.weight);
}
