import { isLetterAt, letterOf } from "./letters.ts";

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

/** A phrase of a script without spaces. */
interface Unspaced<M> {
  written: string;
  meaning: M;
  /** Its place among all, the longest first. */
  order: number;
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
  const unspaced: Omit<Unspaced<M>, "order">[] = [];
  for (const table of tables) {
    for (const [meaning, phrases] of Object.entries(table) as [M, readonly string[]][]) {
      for (const phrase of phrases) {
        if (phrase.charCodeAt(0) >= FIRST_UNSPACED) unspaced.push({ written: phrase, meaning });
        else addEntry(index, { meaning, words: phrase.split(" ").map(wordOf) });
      }
    }
  }
  const byFirst = indexUnspaced(unspaced);
  return (text, from, to) => {
    const hits: Hit<M>[] = [];
    if (findWords(text, from, to, index, hits)) findUnspaced(text, from, to, byFirst, hits);
    return hits;
  };
}

/** By their first characters, each with its place among all, the longest first. */
function indexUnspaced<M>(phrases: Omit<Unspaced<M>, "order">[]): Map<number, Unspaced<M>[]> {
  const byFirst = new Map<number, Unspaced<M>[]>();
  const sorted = phrases.toSorted((a, b) => b.written.length - a.written.length);
  for (const [order, phrase] of sorted.entries()) {
    const first = phrase.written.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), { ...phrase, order }]);
  }
  return byFirst;
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

function findUnspaced<M extends string>(
  text: string,
  from: number,
  to: number,
  byFirst: ReadonlyMap<number, readonly Unspaced<M>[]>,
  hits: Hit<M>[],
): void {
  const found: { phrase: Unspaced<M>; start: number }[] = [];
  for (let start = from; start < to; start += 1) {
    for (const phrase of byFirst.get(text.charCodeAt(start)) ?? []) {
      const isThere = start + phrase.written.length <= to && text.startsWith(phrase.written, start);
      if (isThere) found.push({ phrase, start });
    }
  }
  // The longest first: what is part of it says nothing of its own.
  found.sort((a, b) => a.phrase.order - b.phrase.order || a.start - b.start);
  for (const { phrase, start } of found) {
    const end = start + phrase.written.length;
    const isPart = hits.some((hit) => hit.start <= start && hit.end >= end);
    if (!isPart) hits.push({ meaning: phrase.meaning, start, end });
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
