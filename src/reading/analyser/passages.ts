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
    const reads = one.isSentence ?? isProse(text.slice(span.start, span.end));
    return { ...span, weight: one.weight, isProse: reads };
  });
  const worth = (one: { isProse: boolean; weight: number }) =>
    one.weight + (one.isProse ? PROSE_WORTH : 0);
  whole.sort((a, b) => worth(b) - worth(a) || a.start - b.start);
  const kept: Span[] = [];
  for (const { start, end } of whole) {
    const isKnown = kept.some((other) => start < other.end && end > other.start);
    if (!isKnown && kept.length < MAX_PASSAGES) kept.push({ start, end });
  }
  return kept;
}
