import type { Span } from "../../text/document/document.ts";
import { isProse } from "./is-prose.ts";
import { widenPassage, type SplitText } from "./widen-passage.ts";

/** A sentence that supports a technique, or two if a mention crosses their border. */
export interface Speaking extends Span {
  /** Strength of the support, 0..1. */
  weight: number;
  /** Known to be a sentence, regardless of its length. */
  isSentence?: true;
}

/** Bonus for prose. A row or heading ranks higher only if its support is far stronger. */
const PROSE_WORTH = 0.4;
/** Penalty for lists of ids. They map a report without showing evidence, so sentences rank higher. */
const LIST_WORTH = -0.3;
const TECHNIQUE_ID = /\bT\d{4}(?:[./]\d{3})?\b/giu;
/** Maximum passages per technique. */
export const MAX_PASSAGES = 5;

/**
 * Returns the best passages that support a technique, best first, at most five. Prose ranks above table cells and
 * headings. Each passage is a whole sentence.
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
