/** Entries for one word or stem: its gloss, and the phrases that start with it. */
interface Entry {
  gloss: string | null;
  phrases: Phrase[];
}

interface Phrase {
  /** The words after the first one. */
  rest: Pattern[];
  gloss: string;
}

interface Pattern {
  text: string;
  isStem: boolean;
}

interface Stem extends Entry {
  stem: string;
}

/** An indexed lexicon of inflected words. */
export interface Lexicon {
  words: Map<string, Entry>;
  /** Stems by their first letters, longest first. */
  stems: Map<string, Stem[]>;
}

/** Number of leading letters that index a stem. No stem is shorter. */
const KEY_LETTERS = 3;

/** A gloss and the number of words that it replaces. */
export interface Found {
  gloss: string;
  words: number;
}

/** Indexes lines of "foreign=english". A word with a trailing star is a stem that may have any ending. */
export function indexLexicon(lines: string): Lexicon {
  const lexicon: Lexicon = { words: new Map(), stems: new Map() };
  for (const [foreign, gloss] of readEntries(lines)) {
    const [first, ...rest] = patternsOf(foreign);
    if (first === undefined) continue;
    const entry = entryAt(lexicon, first);
    if (rest.length === 0) entry.gloss ??= gloss;
    else entry.phrases.push({ rest, gloss });
  }
  for (const stems of lexicon.stems.values()) {
    stems.sort((a, b) => b.stem.length - a.stem.length);
  }
  for (const { phrases } of [...lexicon.words.values(), ...[...lexicon.stems.values()].flat()]) {
    phrases.sort((a, b) => b.rest.length - a.rest.length || sizeOf(b) - sizeOf(a));
  }
  return lexicon;
}

/** Returns the pairs in a lexicon's lines. */
export function readEntries(lines: string): [foreign: string, english: string][] {
  const entries: [string, string][] = [];
  for (const line of lines.split("\n")) {
    const cut = line.indexOf("=");
    if (cut > 0) entries.push([line.slice(0, cut), line.slice(cut + 1)]);
  }
  return entries;
}

function patternsOf(foreign: string): Pattern[] {
  return foldWord(foreign.normalize("NFC"))
    .split(/[^\p{L}\p{M}*]+/u)
    .filter((word) => word.replace("*", "") !== "")
    .map((word) => ({ text: word.replace("*", ""), isStem: word.endsWith("*") }));
}

function entryAt({ words, stems }: Lexicon, { text, isStem }: Pattern): Entry {
  if (isStem) {
    const key = text.slice(0, KEY_LETTERS);
    const sameKey = stems.get(key) ?? [];
    stems.set(key, sameKey);
    const known = sameKey.find(({ stem }) => stem === text);
    if (known !== undefined) return known;
    const made: Stem = { stem: text, gloss: null, phrases: [] };
    sameKey.push(made);
    return made;
  }
  const entry = words.get(text) ?? { gloss: null, phrases: [] };
  words.set(text, entry);
  return entry;
}

function sizeOf({ rest }: Phrase): number {
  return rest.reduce((sum, { text }) => sum + text.length, 0);
}

/** Folds a word to its lexicon form: lower case, with the Russian letter yo as ye. */
export function foldWord(word: string): string {
  return word.toLowerCase().replaceAll("ё", "е");
}

/**
 * Returns the longest phrase that starts with the word at `at`. `words[i]` is null if the text between two words
 * interrupts phrases.
 */
export function findPhrase(
  lexicon: Lexicon,
  words: readonly (string | null)[],
  at: number,
): Found | null {
  const first = words[at] ?? "";
  let best: Found | null = null;
  const consider = (entry: Entry | undefined) => {
    for (const { rest, gloss } of entry?.phrases ?? []) {
      if (rest.length < (best?.words ?? 1)) break;
      if (!rest.every((pattern, one) => fits(pattern, words[at + 1 + one]))) continue;
      best = { gloss, words: rest.length + 1 };
      break;
    }
  };
  consider(lexicon.words.get(first));
  for (const entry of lexicon.stems.get(first.slice(0, KEY_LETTERS)) ?? []) {
    if (entry.phrases.length > 0 && first.startsWith(entry.stem)) consider(entry);
  }
  return best;
}

function fits({ text, isStem }: Pattern, word: string | null | undefined): boolean {
  return isStem ? (word?.startsWith(text) ?? false) : word === text;
}

/** Returns the gloss of exactly this word. */
export function findWord(lexicon: Lexicon, word: string): string | null {
  return lexicon.words.get(word)?.gloss ?? null;
}

/** A stem's gloss and the length of the stem. */
export interface FoundStem {
  gloss: string;
  length: number;
}

/** Returns the stems that a word starts with, longest first. */
export function findStems(lexicon: Lexicon, word: string): FoundStem[] {
  const found: FoundStem[] = [];
  for (const { stem, gloss } of lexicon.stems.get(word.slice(0, KEY_LETTERS)) ?? []) {
    if (gloss !== null && word.startsWith(stem)) found.push({ gloss, length: stem.length });
  }
  return found;
}
