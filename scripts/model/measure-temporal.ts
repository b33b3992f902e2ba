import { readCorpus } from "../../src/reading/analyser/model/training-corpus.ts";
import { selectCandidates } from "../../src/reading/analyser/model/select-candidates.ts";
import {
  scoreSentence,
  type Scores,
  type Weights,
} from "../../src/reading/analyser/model/score-sentence.ts";
import { trainSmallWeights } from "../../src/reading/analyser/model/train-small-weights.ts";
import { trainWeights } from "../../src/reading/analyser/model/train-weights.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";

/** How sharply cosines count next to the softmax, chosen on texts older than those measured. */
const COSINE_SHARE = 3;

/**
 * Trained on the older release: how often the technique of a procedure text that is new in the newer
 * one is first, or among the first three. New is a text that no relationship of the older one has.
 */
export function measureTemporal(older: ReleaseContent, newer: ReleaseContent) {
  const corpus = readCorpus(older);
  const known = new Set(older.uses.map(({ description }) => description));
  const texts = newer.uses.flatMap(({ source_id, target_id, description }) => {
    const isNew = description !== null && !known.has(description);
    return isNew && corpus.techniques.includes(target_id)
      ? [{ source: source_id.charAt(0), target: target_id, text: description }]
      : [];
  });
  const measure = (weights: Weights) => {
    const ranks = texts.map(({ text, target }) => rankIn(text, target, weights));
    const share = (limit: number) => ranks.filter((rank) => rank <= limit).length / ranks.length;
    return { top_1: share(1), top_3: share(3) };
  };
  const bySource = Object.groupBy(texts, ({ source }) => source);
  return {
    texts: texts.length,
    groups: bySource["G"]?.length ?? 0,
    campaigns: bySource["C"]?.length ?? 0,
    software: bySource["S"]?.length ?? 0,
    full: measure(trainWeights(corpus)),
    centroid: measure(trainSmallWeights(corpus)),
  };
}

function rankIn(text: string, target: string, weights: Weights): number {
  const scores = scoreSentence(text, weights);
  const wanted = weights.taxonomy.classOf.get(target) ?? 0;
  const value = (c: number) => (scores.log[c] ?? 0) + COSINE_SHARE * (scores.cosine[c] ?? 0);
  const own = value(wanted);
  return 1 + rivalsOf(scores, weights).filter((c) => c !== wanted && value(c) > own).length;
}

function rivalsOf(scores: Scores, { taxonomy }: Weights): number[] {
  return selectCandidates(scores, [], taxonomy)
    .filter(({ isFamily }) => !isFamily)
    .map(({ c }) => c);
}
