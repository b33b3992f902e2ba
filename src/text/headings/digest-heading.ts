import { headingReader } from "./heading-phrases.ts";
import { WORDS_OF_DIGESTS } from "./words-of-digests.ts";

const readPhrases = headingReader([WORDS_OF_DIGESTS]);

/** A longer heading tells of something, whatever it begins with. */
const MAX_WORDS = 8;
const NUMBER = /^[^\p{L}]+/u;

/** Whether a heading announces what the report says elsewhere in full: a summary, a conclusion, an appendix. */
export function announcesDigest(heading: string): boolean {
  const { words, phrases } = readPhrases(heading.replace(NUMBER, ""));
  if (words.length > MAX_WORDS) return false;
  return phrases.some(({ first, last }) => first === 0 || last === words.length - 1);
}
