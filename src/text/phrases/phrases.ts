import type { Token } from "../tokens/tokens.ts";

/** The words of a phrase and all its meanings. */
export interface Phrase<T> {
  words: string[];
  /** The text between the words, one fewer than words. Null accepts any short text that is not a word. */
  gaps: (Gap | null)[];
  /** Which of the words are stems: `encrypt` matches "encrypted". */
  stems?: readonly boolean[];
  values: T[];
}

/** The text that may separate two words of a name. */
export interface Gap {
  /** Characters of the name allowed in the gap, in addition to white space, hyphens and underscores. */
  signs: string;
  /** Whether the words may touch. */
  mayTouch: boolean;
  mustTouch: boolean;
  /** Required separator, such as the colon of `Parent: Name`. */
  needs: RegExp | null;
}

/**
 * Phrases to find, by their first word. `buildNames` builds a table of names, with variants and strict gaps.
 * `buildCues` builds one of words with meanings, with stems and phrases of scripts without spaces.
 */
export interface PhraseTable<T> {
  byWord: ReadonlyMap<string, readonly Phrase<T>[]>;
  /** Phrases whose first word is a stem, by its first letters. */
  byStem: ReadonlyMap<string, readonly Phrase<T>[]>;
  /** Phrases of scripts without spaces, by their first character, longest first. */
  unspaced: ReadonlyMap<number, readonly Unspaced<T>[]>;
}

export interface Unspaced<T> {
  written: string;
  values: T[];
}

/** An occurrence of a phrase: offsets, the indexes of its first and last token, and its possible meanings. */
export interface PhraseHit<T> {
  values: readonly T[];
  start: number;
  end: number;
  first: number;
  last: number;
}

/** Number of letters that find a stem. Shorter stems are rejected. */
export const STEM_KEY = 4;
/** First code point of scripts without spaces, whose words are searched for inside a run of letters. */
export const FIRST_UNSPACED = 0x2e80;
const ALWAYS_ALLOWED = /[\s\-‐-―_]/u;
/** Maximum gap: a line break and an indentation. */
const MAX_GAP = 48;
/** Maximum gap without a rule: quotes, hyphens or a line break. */
const MAX_LOOSE_GAP = 4;

/** Returns occurrences as whole words, in order and without overlaps. The longest phrase wins. */
export function findPhrases<T>(
  text: string,
  tokens: readonly Token[],
  table: PhraseTable<T>,
): PhraseHit<T>[] {
  const hits: PhraseHit<T>[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    const token = tokens[first];
    if (token === undefined || token.isGlued) continue;
    const phrase = phraseAt(text, tokens, first, token, table);
    if (phrase !== undefined) {
      const last = lastOf(tokens, first + phrase.words.length - 1, phrase);
      const end = tokens[last]?.end ?? token.end;
      hits.push({ values: phrase.values, start: token.start, end, first, last });
      first = last;
    } else if (table.unspaced.size > 0 && text.charCodeAt(token.start) >= FIRST_UNSPACED) {
      findUnspaced(text, token, tokens.at(-1)?.end ?? 0, first, table.unspaced, hits);
    }
  }
  return hits;
}

function phraseAt<T>(
  text: string,
  tokens: readonly Token[],
  first: number,
  { text: word }: Token,
  { byWord, byStem }: PhraseTable<T>,
): Phrase<T> | undefined {
  const whole = firstAt(text, tokens, first, byWord.get(word));
  if (byStem.size === 0 || word.length < STEM_KEY) return whole;
  const stem = firstAt(text, tokens, first, byStem.get(word.slice(0, STEM_KEY)));
  return (stem?.words.length ?? 0) > (whole?.words.length ?? 0) ? stem : whole;
}

function firstAt<T>(
  text: string,
  tokens: readonly Token[],
  at: number,
  phrases: readonly Phrase<T>[] | undefined,
): Phrase<T> | undefined {
  return phrases?.find((phrase) => standsAt(text, tokens, at, phrase));
}

function standsAt<T>(
  text: string,
  tokens: readonly Token[],
  at: number,
  { words, gaps, stems }: Phrase<T>,
): boolean {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const token = tokens[at + index];
    if (word === undefined || token === undefined) return false;
    const isStem = stems?.[index] === true;
    if (isStem ? !token.text.startsWith(word) : token.text !== word) return false;
    if (index > 0 && !isGap(text, tokens[at + index - 1]?.end ?? 0, token, gaps[index - 1])) {
      return false;
    }
  }
  return stems?.at(-1) === true || tokens[at + words.length]?.isGlued !== true;
}

/** Returns the last token of a phrase. A stem includes digits that touch it. */
function lastOf<T>(tokens: readonly Token[], from: number, { stems }: Phrase<T>): number {
  let last = from;
  while (stems?.at(-1) === true && tokens[last + 1]?.isGlued === true) last += 1;
  return last;
}

function isGap(text: string, from: number, right: Token, gap: Gap | null | undefined): boolean {
  const length = right.start - from;
  if (gap === null) return length > 0 && length <= MAX_LOOSE_GAP;
  if (gap === undefined || length > MAX_GAP) return false;
  if (length === 0) return gap.mayTouch;
  if (gap.mustTouch) return false;
  const printed = text.slice(from, right.start);
  if (gap.needs !== null && !gap.needs.test(printed)) return false;
  let lineBreaks = 0;
  for (const sign of printed) {
    if (sign === "\n") lineBreaks += 1;
    else if (gap.needs?.test(sign) === true || gap.signs.includes(sign)) continue;
    else if (!ALWAYS_ALLOWED.test(sign)) return false;
  }
  return lineBreaks < 2;
}

function findUnspaced<T>(
  text: string,
  { start, end }: Token,
  limit: number,
  index: number,
  unspaced: PhraseTable<T>["unspaced"],
  hits: PhraseHit<T>[],
): void {
  for (let at = start; at < end;) {
    const phrase = unspaced
      .get(text.charCodeAt(at))
      ?.find(({ written }) => at + written.length <= limit && text.startsWith(written, at));
    if (phrase === undefined) at += 1;
    else {
      const to = at + phrase.written.length;
      hits.push({ values: phrase.values, start: at, end: to, first: index, last: index });
      at = to;
    }
  }
}
