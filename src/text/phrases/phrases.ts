import { variantsOf, type Gap, type Phrase } from "./phrase-variants.ts";
import { tokenize, type Token } from "../tokens/tokens.ts";

/** A name to look for, and what it stands for. */
export interface PhraseEntry<T> {
  name: string;
  value: T;
}

export type PhraseTable<T> = ReadonlyMap<string, readonly Phrase<T>[]>;

/** An occurrence of a name: offsets, the indexes of its first and last token, all it may stand for. */
export interface PhraseHit<T> {
  values: readonly T[];
  start: number;
  end: number;
  first: number;
  last: number;
}

/** Separates parent and sub-technique in an entry's name; printed as one of `PARENT_SIGNS`. */
export const PARENT_MARK = "\u2042";
const PARENT_SIGNS = /[:：>→|/–—]|\s-\s/u;
const ALWAYS_ALLOWED = /[\s\-‐-―_]/u;
/** A name goes over a line break and an indentation, never over more. */
const MAX_GAP = 48;

/**
 * A table of names. Each is found with hyphens, white space and one line break exchanged for each
 * other, with a plural s (or, from three words on, without the name's own), with `multi-factor`
 * as `multifactor` and `spearphishing` as `spear phishing`. A variant never hides another's exact name.
 */
export function buildPhrases<T>(
  entries: Iterable<PhraseEntry<T>>,
  { plural = true }: { plural?: boolean } = {},
): PhraseTable<T> {
  const byKey = new Map<string, Phrase<T>>();
  const exact: { phrase: Phrase<T>; value: T }[] = [];
  for (const { name, value } of entries) {
    const phrase = toPhrase<T>(name, value);
    if (phrase.words.length === 0) continue;
    exact.push({ phrase, value });
    const known = byKey.get(keyOf(phrase));
    if (known === undefined) byKey.set(keyOf(phrase), phrase);
    else known.values.push(value);
  }
  const exactKeys = new Set(byKey.keys());
  for (const { phrase, value } of exact) {
    for (const variant of variantsOf({ ...phrase, values: [value] }, plural)) {
      const key = keyOf(variant);
      if (exactKeys.has(key)) continue;
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, variant);
      else if (!known.values.includes(value)) known.values.push(value);
    }
  }
  const byFirst = new Map<string, Phrase<T>[]>();
  for (const phrase of byKey.values()) {
    const first = phrase.words[0] ?? "";
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

/** Occurrences as whole words, in order, without overlaps, the longest name winning. */
export function findPhrases<T>(
  text: string,
  tokens: readonly Token[],
  table: PhraseTable<T>,
): PhraseHit<T>[] {
  const hits: PhraseHit<T>[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    const token = tokens[first];
    if (token === undefined || token.isGlued) continue;
    const phrase = table
      .get(token.text)
      ?.find((candidate) => standsAt(text, tokens, first, candidate));
    if (phrase === undefined) continue;
    const last = first + phrase.words.length - 1;
    const end = tokens[last]?.end ?? token.end;
    hits.push({ values: phrase.values, start: token.start, end, first, last });
    first = last;
  }
  return hits;
}

function standsAt<T>(
  text: string,
  tokens: readonly Token[],
  at: number,
  phrase: Phrase<T>,
): boolean {
  const { words, gaps } = phrase;
  for (let index = 1; index < words.length; index += 1) {
    const left = tokens[at + index - 1];
    const right = tokens[at + index];
    const gap = gaps[index - 1];
    if (left === undefined || right === undefined || gap === undefined) return false;
    if (right.text !== words[index]) return false;
    if (right.start - left.end > MAX_GAP) return false;
    if (!isGap(text.slice(left.end, right.start), gap)) return false;
  }
  return tokens[at + words.length]?.isGlued !== true;
}

function isGap(printed: string, gap: Gap): boolean {
  if (printed === "") return gap.mayTouch;
  if (gap.mustTouch) return false;
  if (gap.needs !== null && !gap.needs.test(printed)) return false;
  let lineBreaks = 0;
  for (const sign of printed) {
    if (sign === "\n") lineBreaks += 1;
    else if (gap.needs?.test(sign) === true || gap.signs.includes(sign)) continue;
    else if (!ALWAYS_ALLOWED.test(sign)) return false;
  }
  return lineBreaks < 2;
}

function toPhrase<T>(name: string, value: T): Phrase<T> {
  const tokens = tokenize(name);
  const gaps = tokens.slice(1).map((token, index): Gap => {
    const left = tokens[index];
    const signs = name.slice(left?.end ?? 0, token.start);
    const isNumberOfAcronym =
      left !== undefined && /^\p{Lu}+$/u.test(name.slice(left.start, left.end));
    const isParent = signs.includes(PARENT_MARK);
    return {
      signs: isParent ? "" : signs,
      mayTouch: signs === "",
      mustTouch: signs === "" && !(isNumberOfAcronym && /^\d/.test(token.text)),
      needs: isParent ? PARENT_SIGNS : null,
    };
  });
  return { words: tokens.map(({ text }) => text), gaps, values: [value] };
}

function keyOf<T>({ words, gaps }: Phrase<T>): string {
  return words.map((word, index) => `${word}${gaps[index]?.needs ? PARENT_MARK : " "}`).join("");
}
