import { FUNCTION_WORDS, type LatinLanguage } from "./function-words.ts";

/** Languages that there is a lexicon of. */
export type GlossLanguage = "de" | "es" | "fr" | "ru" | "zh";

const LATIN: readonly LatinLanguage[] = ["en", "de", "es", "fr", "pt", "it", "nl"];
const ENGLISH = 1;
const LONGEST_WORD = 8;
/** So many more English words than foreign ones end the count early. */
const CLEARLY_ENGLISH = 2;
const INSIDE = /[/\\@_-]/;
const MIN_CYRILLIC = 4;
const MIN_HAN = 3;

/** The language a sentence is written in; null for English and for what there is no lexicon of. */
export function languageOf(text: string): GlossLanguage | null {
  if (/[\u0400-\u052f\u3400-\u9fff]/.test(text)) {
    const script = scriptOf(text);
    if (script !== null) return script;
  }
  return latinLanguageOf(text);
}

function scriptOf(text: string): "ru" | "zh" | null {
  const cyrillic = count(text, /[\u0400-\u052f]/g);
  const han = count(text, /[\u3400-\u9fff]/g);
  const isChinese = han >= MIN_HAN && han * 2 > cyrillic;
  if (!isChinese && cyrillic < MIN_CYRILLIC) return null;
  // Kana makes it Japanese, Hangul Korean; a name in another language may be quoted.
  if (isChinese && count(text, /[\u3041-\u30fa\uac00-\ud7a3]/g) * 10 > han) return null;
  // English that names somebody in his own script.
  const { counts } = countFunctionWords(text);
  const latin = count(text, /[a-z]/gi);
  if ((counts[0] ?? 0) >= 2 && latin > (isChinese ? han * 3 : cyrillic)) return null;
  return isChinese ? "zh" : "ru";
}

function latinLanguageOf(text: string): "de" | "es" | "fr" | null {
  const { counts, foreign } = countFunctionWords(text);
  if (foreign < 2) return null;
  let best = 0;
  for (let at = 1; at < counts.length; at += 1) {
    if ((counts[at] ?? 0) > (counts[best] ?? 0)) best = at;
  }
  const most = counts[best] ?? 0;
  if (best === 0 || most < 2) return null;
  const tied = LATIN.filter((_, at) => counts[at] === most);
  const language = tied.length > 1 ? byLetters(text, tied) : tied[0];
  return language === "de" || language === "es" || language === "fr" ? language : null;
}

/** Of languages with as many words each, the one whose letters occur; the first if none does. */
function byLetters(text: string, tied: readonly LatinLanguage[]): LatinLanguage | undefined {
  const signs: Partial<Record<LatinLanguage, RegExp>> = {
    de: /[äöüß]/i,
    es: /[ñ¿¡óíáú]/i,
    fr: /[àâçèêëîôùûœ]|\b[ldnsc]['’]/i,
    pt: /[ãõ]/i,
    it: /[àìòù]/i,
  };
  return tied.find((language) => signs[language]?.test(text)) ?? tied[0];
}

let bits: Map<string, number> | null = null;

/** For each word the languages it shows, a bit each. What English shares with another shows nothing. */
function functionWordBits(): Map<string, number> {
  if (bits !== null) return bits;
  const made = new Map<string, number>();
  for (const [at, language] of LATIN.entries()) {
    for (const word of new Set(FUNCTION_WORDS[language])) {
      if (word.length > 1) made.set(word, (made.get(word) ?? 0) | (1 << at));
    }
  }
  for (const [word, shown] of made) {
    if (shown !== ENGLISH && (shown & ENGLISH) !== 0) made.delete(word);
  }
  bits = made;
  return made;
}

/** Function words of each language, in one pass; it ends early where the text is clearly English. */
function countFunctionWords(text: string): { counts: number[]; foreign: number } {
  const known = functionWordBits();
  const counts = LATIN.map(() => 0);
  let english = 0;
  let foreign = 0;
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && isWordSign(text.charCodeAt(at))) {
      if (start < 0) start = at;
      continue;
    }
    if (start < 0) continue;
    if (at - start > 1 && at - start <= LONGEST_WORD) {
      const word = text.slice(start, at);
      const isSmall = text.charCodeAt(start) >= 97 && text.charCodeAt(start) <= 122;
      const shown = known.get(isSmall ? word : word.toLowerCase()) ?? 0;
      if (shown === ENGLISH) {
        english += 1;
        if (english - foreign >= CLEARLY_ENGLISH) break;
      } else if (shown !== 0 && isProse(text, start, at)) {
        foreign += 1;
        for (let one = 1; one < counts.length; one += 1) {
          if ((shown & (1 << one)) !== 0) counts[one] = (counts[one] ?? 0) + 1;
        }
      }
    }
    start = -1;
  }
  counts[0] = english;
  return { counts, foreign };
}

/** Not a piece of a path, an address or an id, nor an abbreviation such as "SANS". */
function isProse(text: string, start: number, end: number): boolean {
  if (INSIDE.test(text[start - 1] ?? "") || INSIDE.test(text[end] ?? "")) return false;
  const word = text.slice(start, end);
  return word !== word.toUpperCase();
}

/** Letters of Latin scripts, and digits, so that no piece of an id is taken for a word. */
function isWordSign(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 192 && code < 592) ||
    (code >= 48 && code <= 57)
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
