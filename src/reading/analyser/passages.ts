import type { Span } from "../../text/document/document.ts";
import { isProse } from "./is-prose.ts";
import { widenPassage, type SplitText } from "./widen-passage.ts";

/** A sentence, or two where a mention crosses their border, that speaks for a technique. */
export interface Speaking extends Span {
  /** How much it says, 0..1. */
  weight: number;
  /** Known to be a sentence, however short. */
  isSentence?: true;
}

/** Prose goes before a row or a heading unless that says far more. */
const PROSE_WORTH = 0.4;
/** A list of ids maps a report and shows nothing of it: what reads as a sentence goes before it. */
const LIST_WORTH = -0.3;
const TECHNIQUE_ID = /\bT\d{4}(?:[./]\d{3})?\b/giu;
/** Passages of a technique that are kept. */
export const MAX_PASSAGES = 5;

/**
 * The passages that speak for a technique, best first, at most five: prose before table cells and
 * headings, and what says most, each as a whole sentence.
 */
export function choosePassages(read: SplitText, speaking: readonly Speaking[]): Span[] {
  const { text } = read;
  const whole = speaking.map((one) => {
    const span = widenPassage(read, one);
    return { ...span, worth: one.weight + worthOf(text.slice(span.start, span.end), one) };
  });
  whole.sort((a, b) => b.worth - a.worth || a.start - b.start);
  const kept: Span[] = [];
  for (const { start, end } of whole) {
    const isKnown = kept.some((other) => start < other.end && end > other.start);
    if (!isKnown && kept.length < MAX_PASSAGES) kept.push({ start, end });
  }
  return kept;
}

function worthOf(passage: string, { isSentence }: Speaking): number {
  if (isSentence ?? isProse(passage)) return PROSE_WORTH;
  return (passage.match(TECHNIQUE_ID) ?? []).length > 1 ? LIST_WORTH : 0;
}
