/** A phrase that was found, and what it means. */
export interface Hit<M extends string> {
  meaning: M;
  start: number;
  end: number;
}

/** Phrases by their meaning; in lower case, words parted by one space, `*` for any ending of a word. */
export type Phrases<M extends string> = Partial<Record<M, readonly string[]>>;

/** A word of a phrase, or what such words begin with. */
interface Word {
  letters: string;
  isStem: boolean;
}

interface Entry<M> {
  meaning: M;
  words: readonly Word[];
}

/** The phrases by their first letters. */
type Index<M> = (Entry<M>[] | undefined)[];

/** Finds phrases in a part of a text, in one pass over its words. */
export type PhraseFinder<M extends string> = (text: string, from: number, to: number) => Hit<M>[];

const KEY = 4;
/** A power of two. */
const KEYS = 4096;
/** Scripts without spaces from here on: Chinese and Japanese phrases are looked for as they are. */
const FIRST_UNSPACED = 0x2e80;

/**
 * A finder of these phrases. Words are runs of letters and digits; a hyphen or an apostrophe parts
 * them, so that "file-sharing" is found as "file sharing" and "victim's" as "victim s".
 */
export function phraseFinder<M extends string>(tables: readonly Phrases<M>[]): PhraseFinder<M> {
  const index: Index<M> = Array.from({ length: KEYS }, () => undefined);
  const unspaced: (readonly [string, M])[] = [];
  for (const table of tables) {
    for (const [meaning, phrases] of Object.entries(table) as [M, readonly string[]][]) {
      for (const phrase of phrases) {
        if (phrase.charCodeAt(0) >= FIRST_UNSPACED) unspaced.push([phrase, meaning]);
        else addEntry(index, { meaning, words: phrase.split(" ").map(wordOf) });
      }
    }
  }
  // The longest first: what is part of it says nothing of its own.
  unspaced.sort(([a], [b]) => b.length - a.length);
  return (text, from, to) => {
    const hits: Hit<M>[] = [];
    if (findWords(text, from, to, index, hits))
      findUnspaced(text.slice(from, to), from, unspaced, hits);
    return hits;
  };
}

function wordOf(written: string): Word {
  const isStem = written.endsWith("*");
  return { letters: isStem ? written.slice(0, -1) : written, isStem };
}

function addEntry<M>(index: Index<M>, entry: Entry<M>): void {
  const { letters: first = "", isStem = false } = entry.words[0] ?? {};
  // A stem that is shorter than the key would be under several keys.
  if (isStem && first.length < KEY) throw new Error(`${first}* is too short a stem`);
  const key = keyOf(first);
  const entries = [...(index[key] ?? []), entry];
  // The longest phrase first: "legitimate service" is more than "service".
  index[key] = entries.sort((a, b) => b.words.length - a.words.length);
}

/** @returns whether there are characters of scripts without spaces */
function findWords<M extends string>(
  text: string,
  from: number,
  to: number,
  index: Index<M>,
  hits: Hit<M>[],
): boolean {
  let hasUnspaced = false;
  for (let at = from; at < to;) {
    const code = text.charCodeAt(at);
    let letter = letterOf(code);
    if (letter === 0) {
      if (code >= FIRST_UNSPACED) hasUnspaced = true;
      at += 1;
      continue;
    }
    let key = 0;
    let end = at;
    for (; letter !== 0; letter = end < to ? letterOf(text.charCodeAt(end)) : 0) {
      if (end < at + KEY) key = addToKey(key, letter);
      end += 1;
    }
    const entries = index[key];
    at = entries === undefined ? end : findEntry(text, at, end, to, entries, hits);
  }
  return hasUnspaced;
}

/** @returns where to go on: behind the phrase that begins at `at`, or behind its first word */
function findEntry<M extends string>(
  text: string,
  at: number,
  wordEndsAt: number,
  to: number,
  entries: readonly Entry<M>[],
  hits: Hit<M>[],
): number {
  for (const { meaning, words } of entries) {
    const end = matchEnd(text, at, to, words);
    if (end === -1) continue;
    hits.push({ meaning, start: at, end });
    return end;
  }
  return wordEndsAt;
}

/** Where the words end that begin at `at`, or -1 where they are others. */
function matchEnd(text: string, at: number, to: number, words: readonly Word[]): number {
  let end = at;
  for (let i = 0; i < words.length; i += 1) {
    let start = end;
    // Quotes, hyphens and a line's end may stand between two words; no sentence's end does.
    if (i > 0) while (start < to && start - end < 4 && !isLetterAt(text, start)) start += 1;
    const word = words[i];
    end = word === undefined ? -1 : wordEnd(text, start, to, word);
    if (end === -1) return -1;
  }
  return end;
}

/** Where the word ends that begins at `start`, or -1 where it is another. */
function wordEnd(text: string, start: number, to: number, { letters, isStem }: Word): number {
  let end = start + letters.length;
  if (end > to) return -1;
  for (let i = 0; i < letters.length; i += 1) {
    if (letterOf(text.charCodeAt(start + i)) !== letters.charCodeAt(i)) return -1;
  }
  if (isStem) while (end < to && isLetterAt(text, end)) end += 1;
  return end < to && isLetterAt(text, end) ? -1 : end;
}

function isLetterAt(text: string, at: number): boolean {
  return letterOf(text.charCodeAt(at)) !== 0;
}

function findUnspaced<M extends string>(
  part: string,
  from: number,
  phrases: readonly (readonly [string, M])[],
  hits: Hit<M>[],
): void {
  for (const [phrase, meaning] of phrases) {
    for (let at = part.indexOf(phrase); at !== -1; at = part.indexOf(phrase, at + phrase.length)) {
      const start = from + at;
      const end = start + phrase.length;
      const isPart = hits.some((hit) => hit.start <= start && hit.end >= end);
      if (!isPart) hits.push({ meaning, start, end });
    }
  }
}

/** A number for the first letters of a word; words that share one are compared. */
function keyOf(word: string): number {
  let key = 0;
  for (let at = 0; at < word.length && at < KEY; at += 1) {
    key = addToKey(key, letterOf(word.charCodeAt(at)));
  }
  return key;
}

function addToKey(key: number, letter: number): number {
  return (Math.imul(key, 31) + letter) & (KEYS - 1);
}

/** Behind the letters of scripts that part words by spaces. */
const LAST_LETTER = 0x2000;

/** For each code unit the small letter or digit that it is; 0 where it is no part of a word. */
const LETTERS = Uint16Array.from({ length: LAST_LETTER }, (_, code) =>
  isWordCode(code) ? lower(code) : 0,
);

/** The small letter of a letter or digit, 0 of anything else, without a string for each. */
function letterOf(code: number): number {
  return code < LAST_LETTER ? (LETTERS[code] ?? 0) : 0;
}

/** The small letter of a Latin or Cyrillic capital. */
function lower(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  if (code < 0xc0) return code;
  if (code <= 0xde || (code >= 0x410 && code <= 0x42f)) return code + 32;
  return code >= 0x400 && code <= 0x40f ? code + 80 : code;
}

/** ASCII letters and digits, and the letters of other scripts that part words by spaces. */
function isWordCode(code: number): boolean {
  if (code < 0x80) {
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  }
  return code >= 0xc0;
}
