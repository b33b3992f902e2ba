import { HASH_OF_NOTHING, hashKey, hashMore, mix } from "./hash.ts";
import type { Word } from "./words.ts";

/**
 * Hashed names of groups, campaigns and malware. A name must not count as evidence for the techniques that ATT&CK lists
 * for it: "APT29" says who, not how.
 */
export interface NameMask {
  keys: ReadonlySet<number>;
  /** Words of the longest name. */
  maxWords: number;
}

const MAX_WORDS = 4;

/** @param names as printed, with aliases. The caller excludes names that are plain words. */
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

/** Returns the number of words in the longest name that starts at `at`, or 0 if there is none. */
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
