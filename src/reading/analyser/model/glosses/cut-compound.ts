import { findStems, findWord, type Lexicon } from "./lexicon.ts";

const MIN_PART = 3;
const MAX_PARTS = 4;
const MAX_COMPOUND = 40;
/** Letters between the parts of a German compound, and inflections of its last part. */
const LINKS = ["", "s", "n", "en", "es", "e"];
/** Stems may also be followed by a noun ending. */
const STEM_LINKS = [...LINKS, "er", "ers", "ern", "ung", "ungs", "ungen"];

/** Returns the glosses of a compound's parts, longest first part first, or null unless known parts cover the word. */
export function cutCompound(lexicon: Lexicon, word: string): string | null {
  if (word.length < 2 * MIN_PART || word.length > MAX_COMPOUND) return null;
  return cutFrom(lexicon, word, MAX_PARTS)?.join(" ") ?? null;
}

function cutFrom(lexicon: Lexicon, rest: string, parts: number): string[] | null {
  if (rest === "") return [];
  if (parts === 0 || rest.length < MIN_PART) return null;
  const stems = findStems(lexicon, rest);
  for (let length = rest.length; length >= MIN_PART; length -= 1) {
    const word = findWord(lexicon, rest.slice(0, length));
    const gloss = word ?? stems.find((stem) => stem.length === length)?.gloss ?? null;
    if (gloss === null) continue;
    const cut = cutAfter(lexicon, rest.slice(length), word === null ? STEM_LINKS : LINKS, parts);
    if (cut !== null) return [gloss, ...cut];
  }
  return null;
}

function cutAfter(
  lexicon: Lexicon,
  rest: string,
  links: readonly string[],
  parts: number,
): string[] | null {
  for (const link of links) {
    if (!rest.startsWith(link)) continue;
    const cut = cutFrom(lexicon, rest.slice(link.length), parts - 1);
    if (cut !== null) return cut;
  }
  return null;
}
