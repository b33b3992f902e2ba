import { countFunctionWords, type FunctionWordCount } from "./count-function-words.ts";
import type { LatinLanguage } from "./function-words.ts";
import { latinLanguageOf } from "./language-of.ts";
import { markedLanguageOf } from "./marked-languages.ts";
import { scriptLanguageOf } from "./script-language.ts";

/** Number and length of the windows sampled from a long text. */
const WINDOWS = 40;
const WINDOW_CHARS = 400;
/** Minimum number of words. Fewer may all be names. */
const MIN_WORDS = 4;
/** With fewer words, a text is one window and its letters alone do not identify a language. */
const SHORT_WORDS = 20;
/** The main language has at least this share of the windows with a language. */
const MAIN_SHARE = 0.5;
/** Windows with a language have at least this share of all words. The others are tables, menus and code. */
const SHOWN_SHARE = 0.25;
/** Minimum share of function words in English. Reports are full of names. */
const ENGLISH_SHARE = 0.08;
/** Minimum share in other languages. Romanian and Danish share many words with their relatives. */
const FOREIGN_SHARE = 0.2;
/** Minimum share of words with letters other than a to z in a language identified by its letters. */
const MARKED_SHARE = 0.08;

/** Scripts without blanks between words. About two letters make one word. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/gu;
const WORD = /\p{L}[\p{L}\p{M}'’-]+/gu;
const MARKED = /[^\p{ASCII}'’]/u;
/** Latin letters that do not occur in the languages with a list of function words. */
const OTHER_LETTERS = /[\u0100-\u0151\u0154-\u024f\u1e00-\u1eff]/u;
/** Addresses, paths, ids and code look the same in every language. */
const NO_WORDS = /[!-~]*[\d/\\@_=<>{}$[\]][!-~]*|[!-~]+\.[!-~]+/gu;

/**
 * Returns the main language of a text as its ISO 639-1 code. Decides by script, then by function words, then by
 * letters and frequent words for the languages of `marked-languages.ts`. Returns null if the language is unclear, as
 * for a few words, names, a menu or code. Samples long texts, so it takes milliseconds.
 */
export function detectLanguage(text: string): string | null {
  const windows = windowsOf(text).filter((window) => countWords(window) > 1);
  const all = windows.reduce((sum, window) => sum + countWords(window), 0);
  if (all < MIN_WORDS) return null;
  const votes = new Map<string, number>();
  for (const window of all < SHORT_WORDS ? [windows.join(" ")] : windows) {
    const language = languageOfWindow(window);
    if (language === null) continue;
    votes.set(language, (votes.get(language) ?? 0) + countWords(window));
  }
  const shown = [...votes.values()].reduce((sum, weight) => sum + weight, 0);
  const [main] = [...votes].sort(([, a], [, b]) => b - a);
  if (main === undefined || shown < SHOWN_SHARE * all) return null;
  return main[1] >= MAIN_SHARE * shown ? main[0] : null;
}

function languageOfWindow(window: string): string | null {
  const counted = countFunctionWords(window);
  const byScript = scriptLanguageOf(window, () => counted.counts[0] ?? 0);
  if (byScript !== null) return byScript;
  const words = window.match(WORD) ?? [];
  const language = latinLanguageOf(window, counted);
  if (language !== null && isProseIn(language, counted, words)) return language;
  if (words.length < SHORT_WORDS || countMarked(words) < MARKED_SHARE * words.length) return null;
  return markedLanguageOf(words);
}

/**
 * Returns whether the words of a window are prose in a language: enough function words, and few words with letters
 * that the language lacks.
 */
function isProseIn(
  language: LatinLanguage,
  { counts, shared }: FunctionWordCount,
  words: readonly string[],
): boolean {
  const most = Math.max(...counts);
  if (language === "en")
    return most + shared >= Math.max(countMarked(words), ENGLISH_SHARE * words.length);
  const others = words.filter((word) => OTHER_LETTERS.test(word)).length;
  return most >= FOREIGN_SHARE * words.length && others * 2 <= most;
}

function windowsOf(text: string): string[] {
  const clean = (window: string) => window.toWellFormed().replace(NO_WORDS, " ").trim();
  if (text.length <= WINDOWS * WINDOW_CHARS) {
    const count = Math.ceil(text.length / WINDOW_CHARS);
    return Array.from({ length: count }, (_, n) => clean(windowAt(text, n * WINDOW_CHARS)));
  }
  const step = (text.length - WINDOW_CHARS) / (WINDOWS - 1);
  return Array.from({ length: WINDOWS }, (_, n) => clean(windowAt(text, Math.floor(n * step))));
}

const countMarked = (words: readonly string[]) => words.filter((word) => MARKED.test(word)).length;

const windowAt = (text: string, from: number) => text.slice(from, from + WINDOW_CHARS);

function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, " ").match(WORD)?.length ?? 0;
  return spaced + unspaced / 2;
}
