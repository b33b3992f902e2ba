import { tokenize } from "../tokens/tokens.ts";
import { variantsOf } from "./name-variants.ts";
import type { Gap, Phrase, PhraseTable } from "./phrases.ts";

/** A name to find, and its meaning. */
export interface NameEntry<T> {
  name: string;
  value: T;
}

/** Separates parent and sub-technique in an entry's name. Printed as one of `PARENT_SIGNS`. */
export const PARENT_MARK = "\u2042";
const PARENT_SIGNS = /[:：>→|/–—]|\s-\s/u;

/**
 * Builds a table of names. Hyphens, white space and one line break are interchangeable. A plural s may be added or,
 * from three words on, dropped. `multi-factor` also matches `multifactor`, and `spearphishing` matches `spear
 * phishing`. A variant never hides another name's exact spelling.
 */
export function buildNames<T>(
  entries: Iterable<NameEntry<T>>,
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
  const byWord = Map.groupBy(byKey.values(), ({ words }) => words[0] ?? "");
  for (const list of byWord.values()) list.sort((a, b) => b.words.length - a.words.length);
  return { byWord, byStem: new Map(), unspaced: new Map() };
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
