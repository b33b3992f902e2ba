import { cutCompound } from "./cut-compound.ts";
import { findPhrase, findStems, findWord, foldWord, type Lexicon } from "./lexicon.ts";

/** Lexicon and rules for a language that separates words. */
export interface WordGlosser {
  lexicon: Lexicon;
  functionWords: ReadonlySet<string>;
  /** Whether the language joins words, like German. */
  hasCompounds: boolean;
}

/** A run of letters, or the text between two of them. */
interface Piece {
  printed: string;
  /** Folded like lexicon words. Null if the piece is not a word. */
  word: string | null;
  /** Whether a phrase may continue across it. */
  joins: boolean;
}

const MAX_CHUNK = 80;
/** Matches paths, addresses, switches, variables and file names. */
const COMMAND =
  /[\\_@$%={}|]|:\/\/|(?<![A-Za-z\u00c0-\u024f\u0400-\u052f\d)])[-/][A-Za-z]|[A-Za-z\d]\.[A-Za-z\d]|^[A-Z\d]{2,}[^A-Za-z\u00c0-\u024f\u0400-\u052f]*$/;
/** Letters of Latin and Cyrillic scripts, with optional punctuation at the end. */
const PLAIN = /^([A-Za-z\u00c0-\u024f\u0400-\u052f]+)([,.;:]?)$/;
const RUN = /[A-Za-z\u00c0-\u024f\u0400-\u052f]+/g;
const JOIN = /^[-\u2010\u2011'\u2019]$/;
const CAPITALS = /^[A-Z]{2,}$/;
/** A stem followed by this many letters may be the first part of a compound. */
const LONG_ENDING = 4;

/** Replaces known words of a text by their English glosses and drops function words. */
export function glossWords(text: string, glosser: WordGlosser): string {
  const pieces = cutPieces(/[\u0300-\u036f]/.test(text) ? text.normalize("NFC") : text);
  const at: number[] = [];
  const words: (string | null)[] = [];
  for (const [index, { word, joins }] of pieces.entries()) {
    if (word !== null) {
      at.push(index);
      words.push(word);
    } else if (!joins) {
      at.push(-1);
      words.push(null);
    }
  }
  const printed = pieces.map((piece) => piece.printed);
  for (let one = 0; one < words.length; one += 1) {
    const word = words[one] ?? null;
    if (word === null) continue;
    const phrase = findPhrase(glosser.lexicon, words, one);
    const gloss = phrase?.gloss ?? glossOfWord(word, glosser);
    if (gloss === null) continue;
    const first = at[one] ?? 0;
    const last = at[one + (phrase?.words ?? 1) - 1] ?? first;
    printed.fill("", first, last + 1);
    printed[first] = gloss;
    // The apostrophe of "l'" is dropped too.
    if (gloss === "" && /^['\u2019]$/.test(printed[last + 1] ?? "")) printed[last + 1] = "";
    one += (phrase?.words ?? 1) - 1;
  }
  return printed
    .join("")
    .replace(/[^\S\n]{2,}/g, " ")
    .replace(/ (?=[,.;:!?)]+(?:\s|$))/g, "")
    .replace(/^[\s,;:]+/u, "")
    .trimEnd();
}

/** Returns null for an unknown word, and an empty string for one to drop. */
function glossOfWord(
  word: string,
  { lexicon, functionWords, hasCompounds }: WordGlosser,
): string | null {
  const exact = findWord(lexicon, word);
  if (exact !== null) return exact;
  if (functionWords.has(word)) return "";
  const [stem] = findStems(lexicon, word);
  const ending = stem === undefined ? word.length : word.length - stem.length;
  const compound = hasCompounds && ending >= LONG_ENDING ? cutCompound(lexicon, word) : null;
  return compound ?? stem?.gloss ?? null;
}

/** Splits a text into words and the text between them. Commands, paths and file names remain in one piece. */
function cutPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const chunk of text.match(/\s+|\S+/g) ?? []) {
    const plain = chunk.length > MAX_CHUNK ? null : PLAIN.exec(chunk);
    if (plain !== null) {
      const [, run = "", sign = ""] = plain;
      const word = CAPITALS.test(run) ? null : foldWord(run);
      pieces.push({ printed: run, word, joins: false });
      if (sign !== "") pieces.push({ printed: sign, word: null, joins: false });
    } else if (chunk.trim() === "") pieces.push({ printed: chunk, word: null, joins: true });
    else if (chunk.length > MAX_CHUNK || COMMAND.test(chunk)) {
      pieces.push({ printed: chunk, word: null, joins: false });
    } else cutChunk(chunk, pieces);
  }
  return pieces;
}

function cutChunk(chunk: string, pieces: Piece[]): void {
  let end = 0;
  const between = (printed: string) => {
    if (printed !== "") pieces.push({ printed, word: null, joins: JOIN.test(printed) });
  };
  for (const { 0: run, index } of chunk.matchAll(RUN)) {
    between(chunk.slice(end, index));
    end = index + run.length;
    const isPart = /\d/.test(chunk[index - 1] ?? "") || /\d/.test(chunk[end] ?? "");
    pieces.push({ printed: run, word: isPart ? null : foldWord(run), joins: false });
  }
  between(chunk.slice(end));
}
