import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { foreignWordsOf } from "../recognition/acts/foreign-words.ts";
import { reportsAct } from "../recognition/acts/reports-act.ts";
import type { SentenceJudge } from "../recognition/acts/judge-sentences.ts";
import type { Sentence } from "../../text/sentences/sentences.ts";
import type { ModelFinding } from "./classify-document.ts";
import { isVerb } from "./model/act-verbs.ts";
import { findContextFeatures } from "./model/context-features.ts";
import type { Model } from "./model/model-file.ts";
import { topIndexes } from "./model/top-indexes.ts";
import { scoreSentence, scoresFor } from "./model/score-sentence.ts";

/** Minimum words. Shorter texts may describe no activity at all. */
const MIN_WORDS = 30;
/** Maximum sentences. A longer text without findings is about something else. */
const MAX_SENTENCES = 200;
const MAX_NAMED = 3;
const HAPPENED = /\b(?:had|was|were|(?:has|have) (?:\w+ )?been|[a-z]{3,}ed)\b/;

/**
 * Finds the most likely technique of a text that describes adversary activity but has no findings: the best technique
 * of the best sentences, however unlikely. It is a lead for the analyst, never a finding.
 */
export function findLastResort(
  text: string,
  sentences: readonly Sentence[],
  judge: SentenceJudge,
  model: Model,
  release: ReleaseIndex,
): ModelFinding[] {
  if (sentences.length > MAX_SENTENCES || countWords(text) < MIN_WORDS) return [];
  const { ids } = model.taxonomy;
  const scores = scoresFor(model);
  const best = new Map<number, ModelFinding>();
  for (const [sentence, { start, end }] of sentences.entries()) {
    const words = text.slice(start, end);
    if (!tellsOfAct(words) || judge.at(sentence).whole !== null) continue;
    const { blend, known } = scoreSentence(words, model, scores);
    if (known === 0) continue;
    for (const c of topIndexes(
      blend,
      MAX_NAMED,
      (one) => one > 0 && release.techniques.has(ids[one] ?? ""),
    )) {
      const probability = Math.exp(blend[c] ?? 0);
      if (probability <= (best.get(c)?.probability ?? 0)) continue;
      const unit = { c, isFamily: false, probability, signals: new Float32Array(0) };
      const sentencesOf = [{ sentence, probability }];
      best.set(c, {
        model,
        attack_id: ids[c] ?? "",
        probability,
        unit: { ...unit, sentences: sentencesOf },
      });
    }
  }
  return [...best.values()].sort((a, b) => b.probability - a.probability).slice(0, MAX_NAMED);
}

/** Counts words. Chinese and Japanese have no spaces, so two of their characters count as about one word. */
function countWords(text: string): number {
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) ?? [];
  return (text.match(/\p{L}+/gu)?.length ?? 0) + ideographs.length / 2;
}

/** Returns whether the words describe something done by anyone. In a less supported language, any prose counts. */
function tellsOfAct(words: string): boolean {
  if (reportsAct(words) || HAPPENED.test(words) || foreignWordsOf(words) !== null) return true;
  const { actor, deed } = findContextFeatures(words);
  return actor + deed > 0 || (words.match(/[a-z-]+/g) ?? []).some(isVerb);
}
