import type { Span } from "../document/document.ts";
import type { Line } from "../document/lines.ts";

/** List item marker: its indentation and the position of its text. */
export interface ItemMark {
  indent: number;
  /** Column of its text. */
  content: number;
  isEmpty: boolean;
  /** Whether it may begin a list inside a paragraph. A year at the start of a line does not. */
  interrupts: boolean;
}

/** Marker that opens or closes a fence. */
export interface FenceMark {
  sign: string;
  length: number;
  isBare: boolean;
}

const ATX = /^(#{1,6})(?:[ \t]|$)/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const UNDERLINE = /^(?:={2,}|-{3,})$/;
const FENCE = /^(`{3,}|~{3,})([^`]*)$/;
const ITEM = /^(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/;
const TABLE_RULE_SIGNS = /^[|:\- \t]+$/;
const TABLE_RULE_CELL = /^[ \t]*:?-+:?[ \t]*$/;
const PICTURE =
  /\[?!\[[^[\]]{0,500}\](?:\([^()\s]{0,2000}(?:[ \t]+"[^"]{0,500}")?\)|\[[^[\]]{0,500}\])(?:\](?:\([^()\s]{0,2000}\)|\[[^[\]]{0,500}\]))?[ \t]*/y;
const TAGS =
  /^(?:<\/?(?:a|br|center|details|div|figure|h[1-6]|hr|img|kbd|p|picture|source|span|summary|sub|sup|table|tbody|td|th|thead|tr|ul|li)(?:\s[^<>]*)?\/?>\s*)+$/i;
const TAB_WIDTH = 4;

/** Returns the width of a line's leading white space, in columns. */
export function indentOf(text: string, { start, end }: Line): number {
  let columns = 0;
  for (let at = start; at < end; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\t") columns += TAB_WIDTH - (columns % TAB_WIDTH);
    else if (sign === " ") columns += 1;
    else break;
  }
  return columns;
}

/** Returns the level of a `#` heading, or null. */
export const headingLevel = (line: Line): number | null => ATX.exec(line.text)?.[1]?.length ?? null;

/** A longer line of signs would overflow the pattern's stack. */
const MAX_RULE = 1000;

export const isRule = ({ text }: Line): boolean => text.length <= MAX_RULE && RULE.test(text);

/** Returns the level that an underline gives to the heading above it, or null. */
export function underlineLevel({ text }: Line): number | null {
  if (text.length > MAX_RULE || !UNDERLINE.test(text)) return null;
  return text.startsWith("=") ? 1 : 2;
}

export function fenceMark(line: Line): FenceMark | null {
  const [, mark, info] = FENCE.exec(line.text) ?? [];
  if (mark === undefined) return null;
  return { sign: mark.charAt(0), length: mark.length, isBare: info?.trim() === "" };
}

export function itemMark(line: Line, indent: number): ItemMark | null {
  const mark = ITEM.exec(line.text);
  if (mark === null) return null;
  const isEmpty = mark[0].trimEnd() === line.text;
  const interrupts = !isEmpty && (mark[1] === undefined || mark[1] === "1");
  return { indent, content: indent + mark[0].length, isEmpty, interrupts };
}

/** Returns whether a line divides a table's head from its rows. */
export function isTableRule({ text }: Line): boolean {
  if (!text.includes("|") || !text.includes("-") || !TABLE_RULE_SIGNS.test(text)) return false;
  const inner = text.replace(/^\|/, "").replace(/\|$/, "");
  return inner.split("|").every((cell) => TABLE_RULE_CELL.test(cell));
}

/** Returns whether a line is framed by bars, like a table row. */
export const isFramed = ({ text }: Line): boolean => text.length > 2 && /^\|.*\|$/.test(text);

/** Returns the cells of a row, split at unescaped bars and without the outer bars. */
export function cellsOf(text: string, { start, end }: Span): Span[] {
  const cells: Span[] = [];
  let from = text.charAt(start) === "|" ? start + 1 : start;
  const add = (to: number) => {
    const printed = text.slice(from, to);
    const first = from + (printed.length - printed.trimStart().length);
    const last = Math.max(first, from + printed.trimEnd().length);
    cells.push({ start: first, end: last });
    from = to + 1;
  };
  for (let at = from; at < end; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.charAt(at) === "|") add(at);
  }
  if (from < end) add(end);
  return cells;
}

const CAPTION = /!\[([^[\]]{0,500})\]/g;

/**
 * Returns the alternative texts of a line's images that have several words.
 * @param start where the line's text begins
 */
export function captionsOf({ text }: Line, start: number): Span[] {
  return [...text.matchAll(CAPTION)]
    .filter(([, words = ""]) => /\p{L}{2}\s.*\p{L}{2}/u.test(words))
    .map(({ index, 1: words = "" }) => {
      const from = start + index + "![".length;
      return { start: from, end: from + words.length };
    });
}

/** Returns whether a line contains only images or only tags. */
export function isPicture({ text }: Line): boolean {
  if (text.startsWith("<")) return TAGS.test(text);
  if (!/^\[?!\[/.test(text)) return false;
  for (let at = 0; at < text.length; at = PICTURE.lastIndex) {
    PICTURE.lastIndex = at;
    if (!PICTURE.test(text)) return false;
  }
  return true;
}
