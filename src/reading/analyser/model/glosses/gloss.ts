import { FUNCTION_WORDS } from "../../../../text/language/function-words.ts";
import { languageOf } from "../../../../text/language/language-of.ts";
import { glossHan, type HanLexicon, indexHan } from "./gloss-han.ts";
import { glossWords, type WordGlosser } from "./gloss-words.ts";
import { indexLexicon } from "./lexicon.ts";
import { GERMAN } from "./lexicons/de.ts";
import { SPANISH } from "./lexicons/es.ts";
import { FRENCH } from "./lexicons/fr.ts";
import { RUSSIAN } from "./lexicons/ru.ts";
import { CHINESE } from "./lexicons/zh.ts";

/** Languages with a lexicon. */
type GlossLanguage = "de" | "es" | "fr" | "ru" | "zh";

/** The lexicon for a language; languages in Cyrillic script share the Russian one. */
const LEXICON_OF: Readonly<Record<string, GlossLanguage>> = {
  de: "de",
  es: "es",
  fr: "fr",
  zh: "zh",
  ru: "ru",
  be: "ru",
  bg: "ru",
  sr: "ru",
  uk: "ru",
};

const LINES: Readonly<Record<GlossLanguage, string>> = {
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ru: RUSSIAN,
  zh: CHINESE,
};

const glossers = new Map<GlossLanguage, WordGlosser>();
let han: HanLexicon | null = null;

/**
 * A sentence of another language with the words that its lexicon knows in English, in the same order.
 * What the lexicon does not know, such as names, paths and commands, stays as it is. Null for English
 * and for a language there is no lexicon of.
 */
export function glossOf(text: string): string | null {
  const language = LEXICON_OF[languageOf(text) ?? ""];
  if (language === undefined) return null;
  if (language !== "zh") return glossWords(text, glosserOf(language));
  han ??= indexHan(CHINESE, FUNCTION_WORDS.zh);
  return glossHan(text, han);
}

/** Indexed when its language is first met. */
function glosserOf(language: Exclude<GlossLanguage, "zh">): WordGlosser {
  const made = glossers.get(language) ?? {
    lexicon: indexLexicon(LINES[language]),
    functionWords: new Set(FUNCTION_WORDS[language]),
    hasCompounds: language === "de",
  };
  glossers.set(language, made);
  return made;
}
