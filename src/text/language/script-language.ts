/** A script. `worth` is the number of Latin letters that one letter replaces, `least` the minimum number of letters. */
interface Script {
  letters: RegExp;
  worth: number;
  least: number;
  languageOf: (text: string) => string;
}

const always = (language: string) => () => language;

/** Scripts other than Latin. The first three share their ideographs. */
const SCRIPTS: readonly Script[] = [
  { letters: /[\u3041-\u30fa]/gu, worth: 3, least: 4, languageOf: always("ja") },
  { letters: /[\uac00-\ud7a3]/gu, worth: 3, least: 4, languageOf: always("ko") },
  { letters: /[\u3400-\u9fff]/gu, worth: 3, least: 3, languageOf: always("zh") },
  { letters: /[\u0400-\u052f]/gu, worth: 1, least: 4, languageOf: languageOfCyrillic },
  { letters: /[\u0600-\u06ff]/gu, worth: 1, least: 4, languageOf: languageOfArabic },
  { letters: /[\u0900-\u097f]/gu, worth: 1, least: 4, languageOf: always("hi") },
  { letters: /[\u0590-\u05ff]/gu, worth: 1, least: 4, languageOf: always("he") },
  { letters: /[\u0370-\u03ff]/gu, worth: 1, least: 4, languageOf: always("el") },
  { letters: /[\u0e00-\u0e7f]/gu, worth: 2, least: 4, languageOf: always("th") },
];
const OTHER_SCRIPT = /[\u0370-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3041-\u9fff\uac00-\ud7a3]/;
/** With fewer kana or Hangul than one per this many ideographs, they are a quoted name. */
const IDEOGRAPHS_PER_KANA = 10;
/** With this many times as many Latin letters, the other script is a quoted name. */
const QUOTED = 8;

/**
 * Returns the language that the script of a text implies. Returns null for Latin script, even if it quotes a name in
 * another.
 * @param englishWords counts the English function words of the text
 */
export function scriptLanguageOf(text: string, englishWords: () => number): string | null {
  if (!OTHER_SCRIPT.test(text)) return null;
  const counts = SCRIPTS.map(({ letters }) => text.match(letters)?.length ?? 0);
  const [kana = 0, hangul = 0, han = 0] = counts;
  const weights = SCRIPTS.map(({ worth, least }, at) =>
    (counts[at] ?? 0) < least ? 0 : (counts[at] ?? 0) * worth,
  );
  if (kana * IDEOGRAPHS_PER_KANA > han && weights[0] !== 0) weights[2] = 0;
  else weights[0] = 0;
  if (hangul * IDEOGRAPHS_PER_KANA > han && weights[1] !== 0) weights[2] = 0;
  else weights[1] = 0;
  const most = Math.max(...weights);
  const latin = text.match(/[a-z]/giu)?.length ?? 0;
  if (most === 0 || latin > most * QUOTED) return null;
  if (latin > most && englishWords() >= 2) return null;
  return SCRIPTS[weights.indexOf(most)]?.languageOf(text) ?? null;
}

function languageOfCyrillic(text: string): string {
  const hasRussian = /[ыэё]/iu.test(text);
  if (/[іїєґ]/iu.test(text) && !hasRussian) return "uk";
  if (/[ђјљњћџ]/iu.test(text) && !hasRussian) return "sr";
  if (/ў/iu.test(text)) return "be";
  return !hasRussian && (text.match(/ъ/giu)?.length ?? 0) > 1 ? "bg" : "ru";
}

function languageOfArabic(text: string): string {
  if (/[\u0679\u0688\u0691\u06d2\u06ba]/u.test(text)) return "ur";
  // Persian letters, including its forms of kaf and yeh.
  return (text.match(/[\u067e\u0686\u0698\u06af\u06a9\u06cc]/gu)?.length ?? 0) > 1 ? "fa" : "ar";
}
