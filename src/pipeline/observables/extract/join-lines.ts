import type { Outline } from "../../../text/document/document.ts";
import type { Columns } from "../columns.ts";
import { DEFANGED_DOT } from "./defanged-dot.ts";
import { isAlphanumeric, isBlank } from "./characters.ts";
import { lengthNamed } from "./hash-lengths.ts";
import { joinHashes } from "./join-hashes.ts";
import {
  brokenPath,
  isBrokenAddress,
  isBrokenAtDot,
  isBrokenFileName,
  isBrokenSuffix,
  isBrokenUrl,
} from "./join-hosts.ts";
import { joinInLine } from "./join-in-line.ts";
import { joinNarrowCells } from "./join-narrow-cells.ts";
import {
  isBrokenFingerprint,
  isBrokenIpv6,
  isBrokenMail,
  isBrokenWallet,
} from "./join-odd-words.ts";
import { isLineEdge, type LineBreak, lineBreakAt } from "./line-ends.ts";
import { contentEnd, nextContent, PageEdges } from "./next-content.ts";
import type { Edit, PlainText } from "./plain-text.ts";

/**
 * Joins values that are broken over lines, cells and pages in a refanged text. It joins only if the result is a
 * value and its halves are not.
 * @param outline of the original text, whose furniture is blank in `plain`
 */
export function joinLines(plain: PlainText, { blocks }: Outline, columns: Columns): PlainText {
  const { text } = plain;
  const furniture = blocks.filter(({ kind }) => kind === "furniture");
  const edges = new PageEdges(plain, furniture);
  const lengthAt = (place: number) => {
    const column = columns.at(plain.startOf(place));
    return lengthNamed(column?.heads[column.index] ?? "");
  };
  const inLine = joinInLine(text);
  if (!text.includes("\n")) return plain.edit(inLine.toSorted((a, b) => a.start - b.start));
  const edits = [
    ...joinHashes(text, edges, lengthAt),
    ...inLine,
    ...joinWords(text, edges),
    ...joinNarrowCells(text),
  ];
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let done = -1;
  return plain.edit(
    edits.filter(({ start, end }) => {
      if (start < done) return false;
      done = end;
      return true;
    }),
  );
}

function joinWords(text: string, edges: PageEdges): Edit[] {
  const edits: Edit[] = [];
  for (let newline = text.indexOf("\n"); newline >= 0; newline = text.indexOf("\n", newline + 1)) {
    const edit = joinAt(text, newline, edges);
    if (edit !== null) edits.push(edit);
  }
  return edits;
}

/** A word with a larger indent belongs to another column. */
const MAX_INDENT = 8;

function joinAt(text: string, newline: number, edges: PageEdges): Edit | null {
  const last = contentEnd(text, newline) - 1;
  if (last < 0 || text[last] === "\n") return null;
  const before = text.charCodeAt(last);
  if (!isAlphanumeric(before) && !ENDS.has(before)) return null;
  if (!hasSign(text, last) && !hasSignAfter(text, newline)) return null;
  const next = nextContent(text, newline);
  if (next === null) return null;
  const { at: to } = next;
  const isFar = next.isApart || next.indent > MAX_INDENT;
  if (isFar && !edges.isBetween(newline, to)) return null;
  // After furniture, a capitalized word begins a new text.
  if (isFar && isSmall(text.charCodeAt(last - 1)) && isCapital(text.charCodeAt(to))) return null;
  // A name that a page edge broke at its hyphen.
  const isHyphen = before === 0x2d && isAlphanumeric(text.charCodeAt(last - 1));
  if (isHyphen && isAlphanumeric(text.charCodeAt(to)) && !text.startsWith("http", to)) {
    return { start: last + 1, end: to, plain: "", isDefanged: false };
  }
  const around = lineBreakAt(text, newline, to);
  if (around === null) return null;
  const plain = isBroken(around) ? "" : brokenPath(around);
  return plain === null ? null : { start: around.from, end: around.to, plain, isDefanged: false };
}

const isSmall = (code: number) => code >= 0x61 && code <= 0x7a;
const isCapital = (code: number) => code >= 0x41 && code <= 0x5a;

/** Signs that a broken word may end with, in addition to letters and digits. */
const ENDS: ReadonlySet<number> = new Set(
  Array.from(`-_=&%/?.\\:@${DEFANGED_DOT}`, (sign) => sign.charCodeAt(0)),
);

/** Returns whether the word that ends at an index may begin a value: it has a dot, a slash or a hyphen. */
function hasSign(text: string, last: number): boolean {
  const end = text.charCodeAt(last);
  if (isEndSign(end)) return true;
  for (let i = last; i >= 0 && last - i < 300; i -= 1) {
    const code = text.charCodeAt(i);
    // A word whose only dot is final ends a sentence, unless it is alone on its line.
    if (code <= 0x20) return end === 0x2e && isLineEdge(text, i, -1);
    if ((isSign(code) && (i < last || code !== 0x2e)) || last - i === LONG_WORD) return true;
  }
  return end === 0x2e;
}

/** Returns the same for the first word of the next line. */
function hasSignAfter(text: string, newline: number): boolean {
  let i = newline + 1;
  while (i < text.length && i - newline < 9 && isBlank(text.charCodeAt(i))) i += 1;
  for (const from = i; i < text.length && i - from < 300; i += 1) {
    const code = text.charCodeAt(i);
    if (code <= 0x20) return false;
    if (isSign(code) || (i === from && code === 0x3a)) return true;
  }
  return false;
}

/** Half of a wallet address. */
const LONG_WORD = 15;

/** Returns whether a word can break here: a hyphen, an underscore, a colon or an at sign. */
function isEndSign(code: number): boolean {
  return code === 0x2d || code === 0x5f || code === 0x3a || code === 0x40;
}

/** Returns whether a code unit is a dot, a slash or a backslash. */
function isSign(code: number): boolean {
  return code === 0x2e || code === 0x2f || code === 0x5c || code === 0xe000;
}

function isBroken(around: LineBreak): boolean {
  return (
    isBrokenAddress(around) ||
    isBrokenSuffix(around) ||
    isBrokenAtDot(around) ||
    isBrokenUrl(around) ||
    isBrokenFileName(around) ||
    isBrokenMail(around) ||
    isBrokenFingerprint(around) ||
    isBrokenIpv6(around) ||
    isBrokenWallet(around)
  );
}
