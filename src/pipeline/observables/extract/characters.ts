import { DEFANGED_DOT } from "./defanged-dot.ts";

/** Classes of UTF-16 code units that occur in host names and file names. */
export const OTHER = 0;
export const LETTER = 1;
/** A character of a script that is written without spaces. */
export const UNSPACED = 2;
export const DOT = 3;

/** Scripts that are written without spaces, or whose particles attach to the preceding word. */
export const UNSPACED_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC]/u;
const WORD = /[\p{L}\p{M}\p{N}]/u;

let table: Uint8Array | null = null;

/** Returns the class of each UTF-16 code unit. `LETTER` covers letters, combining marks, digits, `_` and `-`. */
export function characterClasses(): Uint8Array {
  if (table !== null) return table;
  table = new Uint8Array(0x10000);
  for (let code = 0; code < 0x10000; code += 1) table[code] = classify(String.fromCharCode(code));
  return table;
}

function classify(character: string): number {
  if (character === "." || character === DEFANGED_DOT) return DOT;
  if (UNSPACED_SCRIPTS.test(character)) return UNSPACED;
  return WORD.test(character) || /[_-]/.test(character) ? LETTER : OTHER;
}

/** Returns whether a code unit is an ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether a code unit is an ASCII letter. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** Returns whether a code unit is a blank inside a line. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || code === 0x3000;
}

/** Returns whether a code unit is a blank, a line end, or the end of the text (`NaN`). */
export function isSpace(code: number): boolean {
  return isBlank(code) || code === 0x0a || code === 0x0d || code === 0x0c || Number.isNaN(code);
}

/** Returns the index of the first character of the line, looking back at most `most` characters. */
export function lineStart(text: string, at: number, most = 2_000): number {
  const least = Math.max(0, at - most);
  let from = at;
  while (from > least && text.charCodeAt(from - 1) !== 0x0a) from -= 1;
  return from;
}

/** Returns the index of the line end, looking ahead at most `most` characters. */
export function lineEnd(text: string, at: number, most = 2_000): number {
  const last = Math.min(text.length, at + most);
  let to = at;
  while (to < last && text.charCodeAt(to) !== 0x0a) to += 1;
  return to > at && text.charCodeAt(to - 1) === 0x0d ? to - 1 : to;
}
