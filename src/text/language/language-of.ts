import { countFunctionWords, type FunctionWordCount, LATIN } from "./count-function-words.ts";
import type { LatinLanguage } from "./function-words.ts";
import { scriptLanguageOf } from "./script-language.ts";

/** A sentence is English once it has this many more English words than foreign ones. */
const CLEARLY_ENGLISH = 2;

/** Letters that decide between languages with equal counts. */
const SIGNS: Partial<Record<LatinLanguage, RegExp>> = {
  de: /[äöüß]/iu,
  es: /[ñ¿¡óíáú]/iu,
  fr: /[àâçèêëîôùûœ]|\b[ldnsc]['’]/iu,
  pt: /[ãõ]/iu,
  it: /[àìòù]/iu,
};

/**
 * Returns the language of a sentence as its ISO 639-1 code, decided by script and, in Latin script, by function
 * words. Returns null if there are too few.
 */
export function languageOf(text: string): string | null {
  let counted: FunctionWordCount | null = null;
  const count = () => (counted ??= countFunctionWords(text, CLEARLY_ENGLISH));
  return scriptLanguageOf(text, () => count().counts[0] ?? 0) ?? latinLanguageOf(text, count());
}

/** Returns the language with the most function words. English needs one, any other two. */
export function latinLanguageOf(
  text: string,
  { counts, foreign, shared }: FunctionWordCount,
): LatinLanguage | null {
  const english = counts[0] ?? 0;
  if (foreign === 0) return 2 * english + shared >= 2 ? "en" : null;
  const most = Math.max(...counts);
  if (english === most) return "en";
  if (foreign < 2 || most < 2) return null;
  const tied = LATIN.filter((_, at) => counts[at] === most);
  return tied.find((language) => SIGNS[language]?.test(text)) ?? tied[0] ?? null;
}
