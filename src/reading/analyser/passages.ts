import type { Span } from "../recognition/blocks.ts";
import { MAX_SENTENCE, sentenceAt, type Sentence } from "../recognition/sentences.ts";
import { isProse } from "./is-prose.ts";

/** A sentence, or two where a mention crosses their border, that speaks for a technique. */
export interface Speaking extends Span {
  /** How much it says, 0..1. */
  weight: number;
}

/** Prose goes before a row or a heading unless that says far more. */
const PROSE_WORTH = 0.4;
/** Passages of a technique that are kept. */
export const MAX_PASSAGES = 5;
const ENDS = /[.!?…。！？:;][\p{Pe}\p{Pf}"'\]]*(?:\[[\w, ]{1,12}\])*$/u;
const STARTS_LOWER = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
/** What may stand between the halves of a sentence: a page's number, nothing else. */
const PAGE_BREAK = /^\s*(?:(?:page )?\d{1,4}(?: of \d{1,4})?\s*)?$/iu;
const COMMAND =
  /^(?:[A-Za-z]:\\|\\\\|%\w+%|[$#>] |cmd(?:\.exe)?\b|powershell|reg(?:\.exe)? |net(?:\.exe)? |schtasks|wmic|rundll32|curl |wget |certutil|"?[\w.\\:%-]+\.exe\b)/iu;

/**
 * The passages that speak for a technique, best first, at most five: prose before table cells and
 * headings, and what says most. Sentences that a page break or lost formatting has torn are joined,
 * and so is a command line to the sentence that introduces it.
 */
export function choosePassages(
  text: string,
  sentences: readonly Sentence[],
  speaking: readonly Speaking[],
): Span[] {
  const whole = speaking.map((one) => {
    const span = widen(text, sentences, one);
    return { ...span, weight: one.weight, isProse: isProse(text.slice(span.start, span.end)) };
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

function widen(text: string, sentences: readonly Sentence[], { start, end }: Span): Span {
  let from = start;
  let to = end;
  let before = sentenceAt(sentences, start);
  let after = sentenceAt(sentences, Math.max(start, end - 1));
  for (;;) {
    before = nextOver(text, sentences, before, -1);
    const previous = sentences[before];
    const isTorn =
      previous !== undefined &&
      STARTS_LOWER.test(text.slice(from, from + 8)) &&
      isOpen(text, previous);
    if (!isTorn || !mayJoin(text, previous.end, from) || to - previous.start > MAX_SENTENCE) break;
    from = previous.start;
  }
  for (;;) {
    after = nextOver(text, sentences, after, 1);
    const next = sentences[after];
    if (next === undefined || next.end - from > MAX_SENTENCE) break;
    if (!mayJoin(text, to, next.start)) break;
    const words = text.slice(next.start, next.end);
    const isTorn = STARTS_LOWER.test(words) && isOpen(text, { start: from, end: to });
    const isCommand = text[to - 1] === ":" && COMMAND.test(words);
    if (!isTorn && !isCommand) break;
    to = next.end;
    if (isCommand) break;
  }
  return { start: from, end: to };
}

/** The neighbour of a sentence; the number of a page between them is none. */
function nextOver(
  text: string,
  sentences: readonly Sentence[],
  from: number,
  step: 1 | -1,
): number {
  const next = sentences[from + step];
  const isNumber = next !== undefined && PAGE_BREAK.test(text.slice(next.start, next.end));
  return from + (isNumber ? 2 : 1) * step;
}

/** Prose that ends without its stop. */
function isOpen(text: string, { start, end }: Span): boolean {
  const words = text.slice(start, end);
  return (
    !ENDS.test(words) &&
    !words.includes("\t") &&
    !/\S {3,}\S|\S \| \S/u.test(words) &&
    /\p{Ll}/u.test(words)
  );
}

function mayJoin(text: string, from: number, to: number): boolean {
  return to - from < 40 && PAGE_BREAK.test(text.slice(from, to));
}
