import { foldText } from "../../platform/lib/text.ts";
import { FUNCTION_WORDS } from "../../text/language/function-words.ts";

/** Minimum content words of evidence. With fewer, such as "the" or "Hospitals.", it cannot be checked. */
export const LEAST_WORDS = 2;

/** Function words of every supported language. Evidence is too short to detect its language. */
const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flat().map(foldText));
/** Also segments scripts without spaces, by dictionary. */
const WORDS = new Intl.Segmenter("und", { granularity: "word" });
/** Single letters that are not words. In syllabic and ideographic scripts, a single letter may be a word. */
const SINGLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Nd}]$/u;

/** Counts the distinct words of a passage without function words, up to `LEAST_WORDS`. */
export function countContentWords(passage: string): number {
  const found = new Set<string>();
  for (const { segment, isWordLike } of WORDS.segment(passage)) {
    const word = foldText(segment);
    if (isWordLike !== true || STOP_WORDS.has(word) || SINGLE.test(word)) continue;
    found.add(word);
    if (found.size === LEAST_WORDS) break;
  }
  return found.size;
}
