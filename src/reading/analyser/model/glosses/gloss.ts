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

/** The lexicon for a language. Languages in Cyrillic script share the Russian one. */
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
 * Glosses a sentence of another language: replaces the words in its lexicon by English ones, in the same order. Unknown
 * words, such as names, paths and commands, are unchanged. Returns null for English and for a language without a
 * lexicon.
 */
export function glossOf(text: string): string | null {
  const language = LEXICON_OF[languageOf(text) ?? ""];
  if (language === undefined) return null;
  if (language !== "zh") return glossWords(text, glosserOf(language));
  han ??= indexHan(CHINESE, FUNCTION_WORDS.zh);
  return glossHan(text, han);
}

/** Returns the glosser of a language, which is indexed on first use. */
function glosserOf(language: Exclude<GlossLanguage, "zh">): WordGlosser {
  const made = glossers.get(language) ?? {
    lexicon: indexLexicon(LINES[language]),
    functionWords: new Set(FUNCTION_WORDS[language]),
    hasCompounds: language === "de",
  };
  glossers.set(language, made);
  return made;
}
