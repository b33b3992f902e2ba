import type { Block, Span } from "../../../text/document/document.ts";
import { findSentenceEnds } from "../../../text/sentences/sentence-ends.ts";
import type { Occurrence } from "../found.ts";
import type { Place } from "./place.ts";

/** Longest sentence in UTF-16 code units. */
const MAX_SENTENCE = 400;
/** Maximum part of it before a value. */
const HALF = 200;
/** A longer word is cut. */
const LONG_WORD = 24;

/** Returns the sentences of a text's values, which must be requested in order. Each block is divided once. */
export class Sentences {
  readonly #text: string;
  readonly #occurrences: readonly Occurrence[];
  #block: Block | null = null;
  #ends: readonly number[] = [];
  #end = 0;

  constructor(text: string, occurrences: readonly Occurrence[]) {
    this.#text = text;
    this.#occurrences = occurrences;
  }

  /**
   * Returns the sentence of the value at an index, or the whole entry. It is cut only near the value, to at most
   * 400 characters. A longer value is truncated.
   */
  at(index: number, { block, line, isItem }: Place): Span {
    const value = this.#occurrences[index] ?? line;
    const isLine = isItem || block.kind === "heading" || block.kind === "code";
    const whole = isLine ? line : this.#sentenceOf(index, block, value.start);
    return cutAround(this.#text, whole, value);
  }

  #sentenceOf(index: number, block: Block, at: number): Span {
    if (this.#block !== block) {
      this.#block = block;
      // No sentence ends inside a value.
      this.#ends = findSentenceEnds(this.#text, block, this.#valuesIn(index, block.end));
      this.#end = 0;
    }
    while ((this.#ends[this.#end] ?? Infinity) <= at) this.#end += 1;
    const start = this.#ends[this.#end - 1] ?? block.start;
    return { start, end: this.#ends[this.#end] ?? block.end };
  }

  /** Returns the values from an index on, without nested ones. */
  #valuesIn(index: number, end: number): Span[] {
    const values: Span[] = [];
    let value = this.#occurrences[index];
    for (let i = index; value !== undefined && value.start < end; value = this.#occurrences[i]) {
      if (value.start >= (values.at(-1)?.end ?? 0)) values.push(value);
      i += 1;
    }
    return values;
  }
}

function cutAround(text: string, whole: Span, value: Span): Span {
  const stop = Math.min(value.end, value.start + MAX_SENTENCE);
  const room = MAX_SENTENCE - (stop - value.start);
  const least = value.start - Math.min(HALF, room);
  const from = whole.start >= least ? whole.start : atWord(text, least, value.start);
  const to = Math.min(Math.max(whole.end, stop), stop + room - (value.start - from));
  return trim(text, from, to, value.start);
}

/** Returns the start of the next word, so that the edge has no partial word. */
function atWord(text: string, from: number, start: number): number {
  if (text.charCodeAt(from - 1) <= 32) return from;
  for (let at = from; at < Math.min(from + LONG_WORD, start); at += 1) {
    if (text.charCodeAt(at) <= 32) return at + 1;
  }
  const code = text.charCodeAt(from);
  return code >= 0xdc00 && code < 0xe000 ? from + 1 : from;
}

function trim(text: string, from: number, to: number, value: number): Span {
  let start = from;
  let end = to;
  while (start < value && text.charCodeAt(start) <= 32) start += 1;
  while (end > value && text.charCodeAt(end - 1) <= 32) end -= 1;
  const code = text.charCodeAt(end - 1);
  return { start, end: code >= 0xd800 && code < 0xdc00 ? end - 1 : end };
}
