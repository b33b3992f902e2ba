import { compareText } from "../../platform/lib/text.ts";
import { type FoundTechnique, UNEXPLAINED } from "../recognition/found-technique.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import { isProse } from "./is-prose.ts";
import { sentenceAt, type Sentence } from "../recognition/sentences.ts";

/** Largest part of the remaining doubt that further mentions take away. */
const REPEAT_SHARE = 0.3;

/**
 * One finding per technique, sorted by id. The surest mention gives the confidence, which each
 * further sentence raises a little, never to 1. Evidence is the first sentence of prose with a
 * mention, else the first with one; a mention across a sentence border brings both sentences.
 *
 * @param mentions of the whole text in any order, offsets into it
 * @param sentences of the whole text, in order
 */
export function mergeMentions(
  text: string,
  sentences: readonly Sentence[],
  mentions: readonly TechniqueMention[],
): FoundTechnique[] {
  const byTechnique = new Map<string, TechniqueMention[]>();
  for (const mention of mentions) {
    const known = byTechnique.get(mention.attack_id);
    if (known === undefined) byTechnique.set(mention.attack_id, [mention]);
    else known.push(mention);
  }
  return [...byTechnique]
    .sort(([a], [b]) => compareText(a, b))
    .map(([attack_id, found]) => toFinding(text, sentences, attack_id, found));
}

function toFinding(
  text: string,
  sentences: readonly Sentence[],
  attack_id: string,
  found: TechniqueMention[],
): FoundTechnique {
  const mentions = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const spans = new Map<number, Sentence>();
  for (const mention of mentions) {
    const index = sentenceAt(sentences, mention.start);
    if (!spans.has(index)) spans.set(index, sentencesAround(sentences, mention));
  }
  const all = [...spans.values()];
  const span = all.find(({ start, end }) => isProse(text.slice(start, end))) ?? all[0];
  const surest = mentions.reduce((best, { confidence }) => Math.max(best, confidence), 0);
  const start = span?.start ?? 0;
  const end = span?.end ?? 0;
  return {
    attack_id,
    confidence: raise(surest, all.length),
    evidence: text.slice(start, end),
    evidence_start: start,
    evidence_end: end,
    explanation: { ...UNEXPLAINED, hit: surestWithin(mentions, start, end)?.hit ?? null },
  };
}

function raise(confidence: number, sentences: number): number {
  const raised = confidence + (1 - confidence) * REPEAT_SHARE * (1 - 1 / Math.max(1, sentences));
  return Math.round(raised * 1000) / 1000;
}

function sentencesAround(sentences: readonly Sentence[], { start, end }: TechniqueMention) {
  const first = sentences[sentenceAt(sentences, start)];
  const last = sentences[sentenceAt(sentences, Math.max(start, end - 1))];
  return { start: first?.start ?? start, end: Math.max(last?.end ?? end, end) };
}

function surestWithin(mentions: readonly TechniqueMention[], start: number, end: number) {
  return mentions
    .filter((mention) => mention.start >= start && mention.end <= end)
    .reduce<TechniqueMention | null>(
      (best, mention) => (best === null || mention.confidence > best.confidence ? mention : best),
      null,
    );
}
