/** Windows of a text that are looked at, and how long they are; a whole report would take seconds. */
const WINDOWS = 40;
const WINDOW_CHARS = 400;
/** With fewer words, all parts of a text must agree. */
const SHORT_WORDS = 20;
/** The share of all windows that the main language of a text has. */
const MAIN_SHARE = 0.5;
/** Scripts that write no blanks between words have about two letters in one. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}]/gu;
const WORD = /\p{L}[\p{L}\p{M}'’-]+/gu;
/** What looks the same in every language: addresses, paths, ids, code and what has digits. */
const NO_WORDS = /\S*[\d/\\@_=<>{}$[\]]\S*|\S+\.\S+/gu;

/**
 * The main language of a text as its ISO 639-1 code; null where it cannot be told, as for a few words
 * or for code. Looks at samples, so that it takes milliseconds however long the text is.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  // What it knows of 62 languages takes a tenth of a second to set up: only when it is asked for.
  const { detectAll } = await import("tinyld");
  const firstOf = (part: string): string | null => codeOf(detectAll(part)[0]?.lang);
  const windows = windowsOf(text).filter((window) => countWords(window) > 1);
  const words = windows.reduce((sum, window) => sum + countWords(window), 0);
  if (words < SHORT_WORDS) return detectShort(windows.join(" "), words, firstOf);
  const votes = new Map<string, number>();
  let all = 0;
  for (const window of windows) {
    const first = firstOf(window);
    const weight = countWords(window);
    all += weight;
    if (first !== null) votes.set(first, (votes.get(first) ?? 0) + weight);
  }
  const [main] = [...votes].sort(([, a], [, b]) => b - a);
  return main !== undefined && main[1] >= MAIN_SHARE * all ? main[0] : null;
}

/** Of a few words: what the whole and both halves are taken for. */
function detectShort(
  text: string,
  words: number,
  firstOf: (part: string) => string | null,
): string | null {
  if (words < 4) return null;
  const parts = text.split(/\s+/).filter((part) => part !== "");
  const middle = Math.ceil(parts.length / 2);
  const halves = [text, parts.slice(0, middle).join(" "), parts.slice(middle).join(" ")];
  const found = halves.map(firstOf);
  return found.every((lang) => lang === found[0]) ? (found[0] ?? null) : null;
}

/** Some languages have no code of two letters. */
function codeOf(lang: string | undefined): string | null {
  return lang?.length === 2 ? lang : null;
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

const windowAt = (text: string, from: number) => text.slice(from, from + WINDOW_CHARS);

function countWords(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replace(UNSPACED, " ").match(WORD)?.length ?? 0;
  return spaced + unspaced / 2;
}
