import { MARK } from "../clean-text.ts";
import { hashKey } from "../hash.ts";
import { nameLength, type NameMask } from "../name-mask.ts";
import { STOP_WORDS } from "../stop-words.ts";
import { findKey, type KeyTable } from "../vectors.ts";
import { readWords } from "../words.ts";

/** Maximum words. Further words are ignored. Only lines of code are longer. */
export const MAX_WORDS = 192;

/** Placeholders: names of groups and malware, unknown words, and indicators by kind. */
const MARKS = ["name", "unknown", "num", "url", "ip", "hash", "mail", "cve"] as const;
/** Placeholders and function words. Their vectors follow the rows of the table in this order. */
export const EXTRA_WORDS: readonly string[] = [
  ...MARKS.map((mark) => `${MARK}${mark}`),
  ...STOP_WORDS,
];
const PLACE = new Map(EXTRA_WORDS.map((word, at) => [word, at]));
const [NAME, UNKNOWN] = [0, 1];

/**
 * Returns the words of a sentence in order, including function words. Each is a row number of the word table, or the
 * table's length plus an index of `EXTRA_WORDS`. Paths and compounds are split into their parts.
 */
export function wordIds(text: string, mask: NameMask, table: KeyTable): number[] {
  const words = readWords(text);
  const extra = table.keys.length;
  const ids: number[] = [];
  for (let at = 0; at < words.length && ids.length < MAX_WORDS; at += 1) {
    const length = nameLength(words, at, mask);
    if (length > 0) {
      ids.push(extra + NAME);
      at += length - 1;
      continue;
    }
    const { forms = [], lower = "" } = words[at] ?? {};
    if (forms.length === 0) {
      ids.push(extra + (PLACE.get(lower) ?? UNKNOWN));
      continue;
    }
    for (const form of forms) {
      const row = findKey(table, hashKey(form));
      ids.push(row >= 0 ? row : extra + (PLACE.get(form) ?? UNKNOWN));
    }
  }
  return ids.slice(0, MAX_WORDS);
}
