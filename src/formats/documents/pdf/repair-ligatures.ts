import { cleanText } from "../text-collector.ts";
import { LIGATURE_WORDS, LIGATURES } from "./ligature-words.ts";
import type { Piece } from "./piece.ts";

/** So many different words of a document have to agree before anything is repaired. */
const MIN_WORDS = 3;
/** The part of all words with a wrong character that have to be words with the ligature. */
const MIN_SHARE = 0.5;
/** Characters that are looked at of a document, and words of one character. */
const MAX_WORDS = 2_000;
/** A word with one character in it that stands in no word; bounded, since no word is longer. */
const BROKEN =
  /(?<![\p{L}\p{M}\p{N}])(\p{L}{0,24})([^\p{Script=Latin}\p{N}\s.,;:'’/\\@_()[\]{}<>=-]|[ƟƩƫŌƠ])(\p{L}{1,24})(?![\p{L}\p{M}\p{N}])/gu;
const AT_END =
  /(?<![\p{L}\p{M}\p{N}])(\p{L}{2,24})([^\p{L}\p{N}\s.,;:'’/\\@_()[\]{}<>=!?"”*%-])(?=\s|$)/gu;
/** Most text has nothing else, and is not looked at any further. */
const PLAIN = /^[\w\s.,;:'’/\\@()[\]{}<>=“”–—•-]*$/;
/** What may be inside a word that a font maps wrongly at all: most text has nothing of it. */
const SUSPECT = /\p{L}[^\p{L}\p{N}\p{M}\s.,;:'’/\\@_()[\]{}<>=-]\p{L}|[\p{Co}ƟƩƫŌƠ]|(?!\s)\p{Cc}/u;
const MAY_BE_TECHNIQUE = /T1\d{3}[^.\d]0/;
const TECHNIQUE = /\b(T1\d{3})[ \p{Cc}\p{Co}](0\d{2})(?![\w.])/gu;
const SYMBOL_BULLETS: ReadonlyMap<string, string> = new Map([
  ["\uF0B7", "•"],
  ["\uF0A7", "▪"],
]);

/** What a font prints instead of a character. */
type Mapping = ReadonlyMap<string, string>;

/**
 * Repairs what fonts map wrongly: ligatures (`a!ack`), where several words of the document show
 * which one a character stands for and none speaks against it, and ids of techniques without their dot.
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

/** For each font, the ligatures that its characters stand for. */
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

/** The one ligature that makes words of most of these; null where they do not agree. */
function ligatureOf(words: readonly string[]): string | null {
  // What looks like a mark before a word counts only where it makes a word.
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

/** As much is looked at around a word. */
const AROUND = 100;

/** Whether a word is a part of an address, a path or a name with dots. */
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
      // A quotation mark before a word is one, unless the word needs the letters; and an address may have any sign.
      const isCertain = head !== "" && !isInAddress(text, at, word.length);
      return isCertain || isWord(repaired) ? repaired : word;
    },
  );
  return inside.replace(AT_END, (word, head: string, char: string) => {
    const ligature = mapping.get(char);
    return ligature !== undefined && isWord(head + ligature) ? head + ligature : word;
  });
}
