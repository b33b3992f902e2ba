import { scoreSentence, type Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Scores } from "../../src/reading/analyser/model/scores.ts";
import { trainSmallWeights } from "../../src/reading/analyser/model/train-small-weights.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { macroF1 } from "./metrics.ts";
import { learnWeights, type Source } from "./learn.ts";

/** How sharply cosines counted next to the softmax in the release before; kept so that both can be compared. */
const COSINE_SHARE = 3;
/** Up to so many procedures in the older release a technique has few examples. */
export const FEW = 10;

type ScoreOf = (scores: Scores, c: number) => number;

const byWords: ScoreOf = ({ log, cosine }, c) => (log[c] ?? 0) + COSINE_SHARE * (cosine[c] ?? 0);
const byAll: ScoreOf = ({ blend }, c) => blend[c] ?? 0;

/** A procedure text that is new in the newer release. */
interface NewText {
  source: string;
  target: string;
  text: string;
  /** Whether its technique has few examples in the older one. */
  isRare: boolean;
}

/**
 * Trained on the older release: how often the technique of a procedure text that is new in the newer
 * one is first, or among the first three. New is a text that no relationship of the older one has.
 */
export function measureTemporal(older: Source, newer: ReleaseContent) {
  const { corpus, content } = older;
  const known = new Set(content.uses.map(({ description }) => description));
  const usesOf = new Map(corpus.techniques.map((id, at) => [id, corpus.usesOf[at] ?? 0]));
  const texts = newer.uses.flatMap(({ source_id, target_id, description }): NewText[] => {
    const uses = usesOf.get(target_id);
    if (description === null || known.has(description) || uses === undefined) return [];
    const isRare = uses <= FEW;
    return [{ source: source_id.charAt(0), target: target_id, text: description, isRare }];
  });
  const bySource = Object.groupBy(texts, ({ source: kind }) => kind);
  const full = learnWeights(older, []);
  return {
    texts: texts.length,
    groups: bySource["G"]?.length ?? 0,
    campaigns: bySource["C"]?.length ?? 0,
    software: bySource["S"]?.length ?? 0,
    full: rankTexts(texts, full, byAll),
    full_by_words: rankTexts(texts, full, byWords),
    centroid: rankTexts(texts, trainSmallWeights(corpus), byWords),
  };
}

function rankTexts(texts: readonly NewText[], weights: Weights, scoreOf: ScoreOf) {
  const ranked = texts.map((one) => ({ ...one, ...rankIn(one, weights, scoreOf) }));
  const rare = ranked.filter(({ isRare }) => isRare);
  return { ...sharesOf(ranked, ranked), few_examples: sharesOf(rare, ranked) };
}

interface Ranked {
  target: string;
  rank: number;
  /** What comes first. */
  first: string;
}

/** `macro_f1` over the techniques of these texts, which may come first in any of all. */
function sharesOf(ranked: readonly Ranked[], all: readonly Ranked[]) {
  const within = (limit: number) =>
    ranked.filter(({ rank }) => rank <= limit).length / Math.max(1, ranked.length);
  const targets = new Set(ranked.map(({ target }) => target));
  const only = (id: string) => new Set(targets.has(id) ? [id] : []);
  const pairs = all.map(({ first, target }) => ({ found: only(first), gold: only(target) }));
  return {
    texts: ranked.length,
    techniques: targets.size,
    top_1: within(1),
    top_3: within(3),
    macro_f1: macroF1(pairs),
  };
}

/** Among all techniques. */
function rankIn({ text, target }: NewText, weights: Weights, scoreOf: ScoreOf) {
  const scores = scoreSentence(text, weights);
  const { classOf, ids } = weights.taxonomy;
  const wanted = classOf.get(target) ?? 0;
  let first = wanted;
  let rank = 1;
  for (let c = 1; c < ids.length; c += 1) {
    if (scoreOf(scores, c) > scoreOf(scores, wanted)) rank += 1;
    if (scoreOf(scores, c) > scoreOf(scores, first)) first = c;
  }
  return { rank, first: ids[first] ?? "" };
}
