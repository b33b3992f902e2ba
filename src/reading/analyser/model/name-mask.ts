import { hashKey } from "./hash.ts";
import type { Word } from "./words.ts";

/**
 * Names of groups, campaigns and malware, hashed. A name must not vote for the techniques that
 * ATT&CK lists under it: "APT29" says who, not how.
 */
export interface NameMask {
  keys: ReadonlySet<number>;
  /** Words of the longest name. */
  maxWords: number;
}

const MAX_WORDS = 4;

/** @param names as printed, with aliases; those that are plain words are left out by the caller */
export function buildNameMask(names: readonly string[]): NameMask {
  const keys = new Set<number>();
  let maxWords = 1;
  for (const name of names) {
    const words = name.toLowerCase().split(/\s+/u);
    if (words.length > MAX_WORDS || name.length < 3) continue;
    keys.add(hashKey(words.join(" ")));
    maxWords = Math.max(maxWords, words.length);
  }
  return { keys, maxWords };
}

/** Most words of a text, which need no look at what Unicode says of capitals. */
const SMALL_LETTERS = /^[a-z]*$/;

/** How many words from `at` on are a name; 0 when none is. Names are written with a capital or a digit. */
export function nameLength(words: readonly Word[], at: number, mask: NameMask): number {
  const first = words[at]?.printed ?? "";
  if (SMALL_LETTERS.test(first)) return 0;
  if (!/^[\p{Lu}\p{N}]|\p{N}|.\p{Lu}/u.test(first)) return 0;
  for (let length = Math.min(mask.maxWords, words.length - at); length > 0; length -= 1) {
    const printed = words.slice(at, at + length).map((word) => word.printed.toLowerCase());
    if (mask.keys.has(hashKey(printed.join(" ")))) return length;
  }
  return 0;
}
