import { cleanText } from "../text-collector.ts";
import { LIGATURE_WORDS, LIGATURES } from "./ligature-words.ts";
import type { Piece } from "./piece.ts";

/** This many different words of a document must agree before anything is repaired. */
const MIN_WORDS = 3;
/** The share of words with a wrong character that must be words with the ligature. */
const MIN_SHARE = 0.5;
/** The most characters of a document to check, and the most words per character. */
const MAX_WORDS = 2_000;
/** A word with one character that does not occur in words. Its length is limited, because words are no longer. */
const BROKEN =
  /(?<![\p{L}\p{M}\p{N}])(\p{L}{0,24})([^\p{Script=Latin}\p{N}\s.,;:'’/\\@_()[\]{}<>=-]|[ƟƩƫŌƠ])(\p{L}{1,24})(?![\p{L}\p{M}\p{N}])/gu;
const AT_END =
  /(?<![\p{L}\p{M}\p{N}])(\p{L}{2,24})([^\p{L}\p{N}\s.,;:'’/\\@_()[\]{}<>=!?"”*%-])(?=\s|$)/gu;
/** Most text matches this and is not searched further. */
const PLAIN = /^[\w\s.,;:'’/\\@()[\]{}<>=“”–—•-]*$/;
/** Characters inside a word that a font may have mapped wrongly. Most text has none. */
const SUSPECT = /\p{L}[^\p{L}\p{N}\p{M}\s.,;:'’/\\@_()[\]{}<>=-]\p{L}|[\p{Co}ƟƩƫŌƠ]|(?!\s)\p{Cc}/u;
const MAY_BE_TECHNIQUE = /T1\d{3}[^.\d]0/;
const TECHNIQUE = /\b(T1\d{3})[ \p{Cc}\p{Co}](0\d{2})(?![\w.])/gu;
const SYMBOL_BULLETS: ReadonlyMap<string, string> = new Map([
  ["\uF0B7", "•"],
  ["\uF0A7", "▪"],
]);

/** The characters that a font prints instead of others. */
type Mapping = ReadonlyMap<string, string>;

/**
 * Repairs wrong font mappings: ligatures (`a!ack`) and technique ids without their dot. A ligature is repaired
 * only if several words of the document show which one a character represents, and no word contradicts it.
 */
export function repairText(pages: readonly { pieces: readonly Piece[] }[]): void {
  const mappings = learnMappings(pages);
  for (const { pieces } of pages) {
    for (const piece of pieces) {
      const mapping = mappings.get(piece.font);
      if (mapping !== undefined) piece.str = repairWords(piece.str, mapping);
      if (MAY_BE_TECHNIQUE.test(piece.str)) piece.str = piece.str.replace(TECHNIQUE, "$1.$2");
      piece.str = cleanText(piece.str);
      piece.str = SYMBOL_BULLETS.get(piece.str) ?? piece.str;
    }
  }
}

/** Returns for each font the ligatures that its characters represent. */
function learnMappings(pages: readonly { pieces: readonly Piece[] }[]): Map<string, Mapping> {
  const seen = new Map<string, Map<string, Set<string>>>();
  for (const { pieces } of pages) {
    for (const { str, font } of pieces) {
      if (PLAIN.test(str) || !SUSPECT.test(str)) continue;
      const chars = seen.get(font) ?? new Map<string, Set<string>>();
      seen.set(font, chars);
      for (const { 1: head = "", 2: char = "", 3: tail = "" } of str.matchAll(BROKEN)) {
        const words = chars.get(char) ?? new Set();
        if (words.size < MAX_WORDS) words.add(`${head}\n${tail}`);
        chars.set(char, words);
      }
    }
  }
  const mappings = new Map<string, Mapping>();
  for (const [font, chars] of seen) {
    const mapping = new Map<string, string>();
    for (const [char, words] of chars) {
      const ligature = ligatureOf([...words]);
      if (ligature !== null) mapping.set(char, ligature);
    }
    if (mapping.size > 0) mappings.set(font, mapping);
  }
  return mappings;
}

/** Returns the one ligature that turns most of these into words; null if they do not agree. */
function ligatureOf(words: readonly string[]): string | null {
  // An apparent punctuation mark before a word counts only if it forms a word.
  const whole = words.filter((word) => !word.startsWith("\n"));
  let best: string | null = null;
  let most = 0;
  let second = 0;
  for (const ligature of LIGATURES) {
    const known = words.filter((word) => isWord(word.replace("\n", ligature))).length;
    if (known > most) [best, most, second] = [ligature, known, most];
    else second = Math.max(second, known);
  }
  const isClear = most >= MIN_WORDS && most >= MIN_SHARE * whole.length && second * 4 <= most;
  return isClear ? best : null;
}

const isWord = (word: string) => LIGATURE_WORDS.has(word) || LIGATURE_WORDS.has(word.toLowerCase());

/** How many characters around a word are checked. */
const AROUND = 100;

/** Returns whether a word is part of an address, a path or a dotted name. */
function isInAddress(text: string, at: number, length: number): boolean {
  const before = /\S*$/u.exec(text.slice(Math.max(0, at - AROUND), at))?.[0] ?? "";
  const behind = /^\S*/u.exec(text.slice(at + length, at + length + AROUND))?.[0] ?? "";
  return /[\\/@]|\.\w/u.test(`${before} ${behind}`);
}

function repairWords(text: string, mapping: Mapping): string {
  const inside = text.replace(
    BROKEN,
    (word, head: string, char: string, tail: string, at: number) => {
      const ligature = mapping.get(char);
      if (ligature === undefined) return word;
      const repaired = head + ligature + tail;
      // A quotation mark before a word is one, unless the word needs the letters. An address may contain any
      // character.
      const isCertain = head !== "" && !isInAddress(text, at, word.length);
      return isCertain || isWord(repaired) ? repaired : word;
    },
  );
  return inside.replace(AT_END, (word, head: string, char: string) => {
    const ligature = mapping.get(char);
    return ligature !== undefined && isWord(head + ligature) ? head + ligature : word;
  });
}
