import { headingReader } from "./heading-phrases.ts";
import { WORDS_OF_DIGESTS } from "./words-of-digests.ts";

const readPhrases = headingReader([WORDS_OF_DIGESTS]);

/** Maximum words. A longer heading describes something specific, however it begins. */
const MAX_WORDS = 8;
const NUMBER = /^[^\p{L}]+/u;

/** Returns whether a heading announces repeated content: a summary, a conclusion or an appendix. */
export function announcesDigest(heading: string): boolean {
  const { words, phrases } = readPhrases(heading.replace(NUMBER, ""));
  if (words.length > MAX_WORDS) return false;
  return phrases.some(({ first, last }) => first === 0 || last === words.length - 1);
}
