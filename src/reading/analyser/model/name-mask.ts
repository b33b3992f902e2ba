import { HASH_OF_NOTHING, hashKey, hashMore, mix } from "./hash.ts";
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

/** How many words from `at` on are a name, the longest that there is; 0 when none is. */
export function nameLength(words: readonly Word[], at: number, mask: NameMask): number {
  const first = words[at];
  if (first === undefined || !first.mayBeName) return 0;
  let found = 0;
  let hash = hashMore(HASH_OF_NOTHING, first.lower);
  for (let length = 1; ; length += 1) {
    if (mask.keys.has(mix(hash))) found = length;
    const next = words[at + length];
    if (next === undefined || length === mask.maxWords) return found;
    hash = hashMore(hashMore(hash, " "), next.lower);
  }
}
