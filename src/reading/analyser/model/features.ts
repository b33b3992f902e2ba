import { MARK } from "./clean-text.ts";
import { hashKey, hashPair } from "./hash.ts";
import { createKeySet } from "./key-set.ts";
import { nameLength, type NameMask } from "./name-mask.ts";
import { readWords, type Word } from "./words.ts";

/** Distinct features of one sentence. `keys[i]` (32 bits) represents the words `first[i]`..`last[i]`. */
export interface Features {
  keys: number[];
  first: number[];
  last: number[];
  /** Words as printed. */
  words: string[];
}

const NAME_KEY = hashKey(`${MARK}name`);
const seen = createKeySet();

/** Returns hashed stems, pairs of neighboring stems (skipping function words between them) and whole paths. */
export function extractFeatures(text: string, mask: NameMask): Features {
  const words = readWords(text);
  const found: Features = { keys: [], first: [], last: [], words: words.map((w) => w.printed) };
  seen.clear();
  let previous: number | null = null;
  let previousAt = 0;
  const add = (key: number, first: number, last: number) => {
    if (!seen.add(key)) return;
    found.keys.push(key);
    found.first.push(first);
    found.last.push(last);
  };
  for (let at = 0; at < words.length; at += 1) {
    const length = nameLength(words, at, mask);
    const keys = length > 0 ? [NAME_KEY] : keysOf(words[at]);
    for (const key of keys) {
      if (key !== NAME_KEY) add(key, at, at);
      if (previous !== null) add(hashPair(previous, key), previousAt, at);
      previous = key;
      previousAt = at;
    }
    const whole = length > 0 ? null : (words[at]?.whole ?? null);
    if (whole !== null) add(hashKey(`=${whole}`), at, at);
    if (length > 1) at += length - 1;
  }
  return found;
}

function keysOf(word: Word | undefined): number[] {
  return word === undefined ? [] : word.forms.map((form) => hashKey(form));
}
