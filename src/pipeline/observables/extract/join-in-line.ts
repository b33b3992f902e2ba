import { isHexDigit } from "./characters.ts";
import { lengthNamed } from "./hash-lengths.ts";
import type { Edit } from "./plain-text.ts";

const LENGTHS: ReadonlySet<number> = new Set([32, 40, 64, 128]);
const LONGEST = 128;
const BREAK = /<br\s?\/?>\s?/iy;
const LABEL =
  /(?:sha-?(?:512|256|1)|md5)(?:sum)?["')\]]{0,2}(?:[ \t]?[:=|][ \t]?|[ \t]{1,4})["']?/gi;

/**
 * Finds hashes that are broken inside a line: by a Markdown or HTML break, or by blanks after a label of their
 * length.
 */
export function joinInLine(text: string): Edit[] {
  const edits = breaks(text);
  for (const { 0: label, index } of text.matchAll(LABEL)) {
    edits.push(...blanks(text, index + label.length, lengthNamed(label)));
  }
  return edits;
}

function hexEnd(text: string, from: number): number {
  let to = from;
  while (to - from <= LONGEST && isHexDigit(text.charCodeAt(to))) to += 1;
  return to;
}

function breaks(text: string): Edit[] {
  const edits: Edit[] = [];
  for (let at = text.indexOf("<br"); at >= 0; at = text.indexOf("<br", at + 3)) {
    BREAK.lastIndex = at;
    const end = at + (BREAK.exec(text)?.[0].length ?? 0);
    let from = at;
    while (at - from <= LONGEST && isHexDigit(text.charCodeAt(from - 1))) from -= 1;
    const first = at - from;
    const second = hexEnd(text, end) - end;
    const isHash = first >= 8 && second >= 4 && !LENGTHS.has(first) && LENGTHS.has(first + second);
    if (end > at && isHash) edits.push({ start: at, end, plain: "", isDefanged: false });
  }
  return edits;
}

/** Returns the blanks between groups of digits that form a hash of the length its label names. */
function blanks(text: string, from: number, length: number | null): Edit[] {
  const edits: Edit[] = [];
  let sum = 0;
  if (length === null) return edits;
  for (let at = from; ;) {
    const to = hexEnd(text, at);
    sum += to - at;
    if (to === at || sum > length) return [];
    if (sum === length) return isEnd(text, to) ? edits : [];
    if (text[to] !== " " || to - at < 2) return [];
    edits.push({ start: to, end: to + 1, plain: "", isDefanged: false });
    at = to + 1;
  }
}

const isEnd = (text: string, at: number) => !/[\w-]/.test(text[at] ?? " ");
