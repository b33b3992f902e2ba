import { compareText } from "../../platform/lib/text.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import type { Speaking } from "./passages.ts";

/** Maximum share of the remaining doubt that further mentions remove. */
const REPEAT_SHARE = 0.3;

/** The combined mentions of one technique. */
export interface PrintedTechnique {
  attack_id: string;
  confidence: number;
  /** The sentences with a mention, in order. A mention across a sentence border adds both. */
  speaking: Speaking[];
  mentions: TechniqueMention[];
}

/**
 * Merges mentions into one entry per technique, sorted by id. The surest mention sets the confidence. Each further
 * sentence raises it a little, never to 1. Ids without a description raise nothing, however often they are printed.
 * @param mentions of the whole text in any order, offsets into it
 * @param sentences of the whole text, in order
 */
export function mergeMentions(
  sentences: readonly Sentence[],
  mentions: readonly TechniqueMention[],
): PrintedTechnique[] {
  return [...Map.groupBy(mentions, ({ attack_id }) => attack_id)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([attack_id, found]) => toPrinted(sentences, attack_id, found));
}

function toPrinted(
  sentences: readonly Sentence[],
  attack_id: string,
  found: TechniqueMention[],
): PrintedTechnique {
  const mentions = found.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const spans = new Map<number, Speaking>();
  for (const mention of mentions) {
    const index = sentenceAt(sentences, mention.start);
    const known = spans.get(index);
    if (known === undefined) {
      spans.set(index, { ...sentencesAround(sentences, mention), weight: mention.confidence });
    } else known.weight = Math.max(known.weight, mention.confidence);
  }
  const surest = mentions.reduce((best, { confidence }) => Math.max(best, confidence), 0);
  const telling = mentions
    .filter(({ isUndescribed }) => isUndescribed !== true)
    .map(({ start }) => sentenceAt(sentences, start));
  return {
    attack_id,
    confidence: raise(surest, new Set(telling).size),
    speaking: [...spans.values()],
    mentions,
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

/** Returns the mention inside a passage with the highest confidence, or null. */
export function surestWithin(
  mentions: readonly TechniqueMention[],
  start: number,
  end: number,
): TechniqueMention | null {
  return mentions
    .filter((mention) => mention.start >= start && mention.end <= end)
    .reduce<TechniqueMention | null>(
      (best, mention) => (best === null || mention.confidence > best.confidence ? mention : best),
      null,
    );
}
