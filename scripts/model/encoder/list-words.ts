import { cleanText } from "../../../src/reading/analyser/model/clean-text.ts";

/** Words of fewer texts are mostly names and slips. */
const MIN_TEXTS = 2;
const MAX_LENGTH = 24;

/** The words to have vectors of, sorted: those of at least two texts, compounds such as "LoadLibrary" by their parts. */
export function listWords(texts: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const parted = cleanText(text).replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
    for (const word of new Set(parted.toLowerCase().match(/[a-z]{2,}/g))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([word, count]) => count >= MIN_TEXTS && word.length <= MAX_LENGTH)
    .map(([word]) => word)
    .sort();
}
