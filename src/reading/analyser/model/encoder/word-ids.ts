import { cleanText, MARK } from "../clean-text.ts";
import { hashKey } from "../hash.ts";
import { nameLength, type NameMask } from "../name-mask.ts";
import { findKey, type KeyTable } from "../vectors.ts";
import { splitWords, type Word } from "../words.ts";
import { FUNCTION_WORDS } from "./function-words.ts";

/** Longest sentence that is encoded, in words; the rest is not read. */
export const MAX_WORDS = 72;

/** Ids below the vocabulary: padding, unknown words by form, and what `cleanText` folds into a mark. */
const SPECIAL = ["", "lower", "Capital", "path", "name", "num", "cve", "url", "ip", "hash", "mail"];
const [, LOWER, CAPITAL, PATH, NAME] = SPECIAL.keys();
const SIGNS = [",", ".", ";", ":", "(", ")", '"', "?", "!"];
const SIGN_BASE = SPECIAL.length;
const FUNCTION_BASE = SIGN_BASE + SIGNS.length;
/** Ids from here on are rows of the vocabulary of stems. */
export const STEM_BASE = FUNCTION_BASE + FUNCTION_WORDS.length;

const idOf = new Map<string, number>([
  ...SPECIAL.map((kind, at): [string, number] => [`${MARK}${kind}`, at]),
  ...SIGNS.map((sign, at): [string, number] => [sign, SIGN_BASE + at]),
  ...FUNCTION_WORDS.map((word, at): [string, number] => [word, FUNCTION_BASE + at]),
]);
/** Parts of a path, of a CamelCase name or a hyphenated word that are encoded. */
const MAX_PARTS = 4;
const SIGN = /[,.;:()"?!“”„«»。，；：（）？！、]/gu;

/**
 * Returns the ids of a sentence's words and signs in order, at most `MAX_WORDS`. Function words and signs have an id
 * each, other words that of their stem in `stems`.
 */
export function wordIds(text: string, stems: KeyTable, mask: NameMask): number[] {
  const ids: number[] = [];
  const cleaned = cleanText(text);
  const words = splitWords(cleaned);
  let from = 0;
  for (let at = 0; at < words.length && ids.length < MAX_WORDS; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const place = cleaned.indexOf(word.printed, from);
    if (place > from) addSigns(cleaned.slice(from, place), ids);
    if (place >= 0) from = place + word.printed.length;
    const length = nameLength(words, at, mask);
    if (length > 0) {
      ids.push(NAME ?? 0);
      at += length - 1;
    } else addWord(word, stems, ids);
  }
  return ids.slice(0, MAX_WORDS);
}

function addSigns(between: string, ids: number[]): void {
  for (const [sign] of between.matchAll(SIGN)) {
    const id = idOf.get(sign);
    if (id !== undefined) ids.push(id);
  }
}

function addWord({ printed, lower, forms }: Word, stems: KeyTable, ids: number[]): void {
  const known = idOf.get(printed.startsWith(MARK) ? printed : lower);
  if (known !== undefined) {
    ids.push(known);
    return;
  }
  const rows = forms
    .slice(0, MAX_PARTS)
    .map((form) => idOf.get(form) ?? rowOf(form, stems))
    .filter((id) => id >= 0);
  if (rows.length > 0) ids.push(...rows);
  else ids.push((/[\\/_:.]/u.test(printed) ? PATH : /^\p{Lu}/u.test(printed) ? CAPITAL : LOWER) ?? 0);
}

function rowOf(form: string, stems: KeyTable): number {
  const row = findKey(stems, hashKey(form));
  return row < 0 ? row : STEM_BASE + row;
}
