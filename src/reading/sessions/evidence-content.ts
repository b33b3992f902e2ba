import { foldText } from "../../platform/lib/text.ts";
import { FUNCTION_WORDS } from "../../text/language/function-words.ts";

/** Evidence of fewer content words says too little to be checked: "the", "Hospitals." */
export const LEAST_WORDS = 3;

/** Function words of every language that the service knows; evidence is too short to say which it is in. */
const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(FUNCTION_WORDS).flat().map(foldText));
/** Segments scripts without blanks by dictionary, too. */
const WORDS = new Intl.Segmenter("und", { granularity: "word" });
/** A letter by itself is a word only in scripts of syllables and ideographs. */
const SINGLE = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Nd}]$/u;

/** Counts the different words of a passage that are no function words, up to `LEAST_WORDS`. */
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
