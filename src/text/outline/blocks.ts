import type { Span } from "../document/document.ts";
import { splitLines } from "../document/lines.ts";
import { findFurnitureLines } from "./page-furniture.ts";

const BULLET =
  /^(?:[•▪▫●○◦‣⁃■□►➢➤✓✔·\uF0B7\uF0A7]|[-–—*o](?=\s)|[1-9]\d?[.)](?=\s|$)|\(?[a-z]\)(?=\s))/u;
/** Columns side by side: a tab, three spaces or a bar between two words. */
const TABLE_ROW = /\S *\t\s*\S|\S {3,}\S|\S \| \S/u;
const ENDS_SENTENCE = /[.!?…。！？｡][\p{Pe}\p{Pf}"'\]]*(?:\[[\w, ]{1,12}\])*$/u;
const STARTS_LOWER = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
/** A caption below a line that ended without its stop. */
const CAPTION = /^(?:Table|Figure) \d{1,3}[:.]/u;
/** An item of one word, mostly an indicator, of which the next line is no part. */
const LONE_ITEM = /^\S+ \S+$/u;
const MAX_HEADING = 70;
const MAX_HEADING_IN_SENTENCE = 50;

/**
 * Parts of the text that no sentence crosses, in order: paragraphs, list items, headings, table rows.
 * A single line break is a wrap unless the lines look otherwise. No block ends inside one of `whole`
 * (spans in order, without overlaps).
 */
export function splitBlocks(text: string, whole: readonly Span[]): Span[] {
  const blocks: Span[] = [];
  let open: Span | null = null;
  let nextWhole = 0;
  const lines = splitLines(text);
  const furniture = findFurnitureLines(lines);
  for (const [index, line] of lines.entries()) {
    if (line.text === "") {
      open = null;
      continue;
    }
    while ((whole[nextWhole]?.end ?? Infinity) <= line.start) nextWhole += 1;
    const isHeld = (whole[nextWhole]?.start ?? Infinity) < line.start;
    const next = lines[index + 1]?.text ?? "";
    const isItem = BULLET.test(line.text);
    const isRow =
      TABLE_ROW.test(line.text) ||
      furniture.has(index) ||
      (isItem && LONE_ITEM.test(line.text) && !STARTS_LOWER.test(next));
    const before: string | null =
      open === null ? null : text.slice(Math.max(open.start, open.end - 40), open.end);
    const isAlone = isRow || isHeading(line.text, next, before);
    const begins = isAlone || isItem || CAPTION.test(line.text);
    if (open === null || (!isHeld && begins)) {
      open = { start: line.start, end: line.end };
      blocks.push(open);
    } else {
      open.end = line.end;
    }
    if (isAlone || (line.text.endsWith(":") && !STARTS_LOWER.test(next))) open = null;
  }
  return blocks;
}

/**
 * A short line in title case with nothing of a sentence about it. Inside an unfinished sentence it
 * must be shorter still, since names at the end of a wrapped line look the same.
 */
function isHeading(line: string, next: string, before: string | null): boolean {
  if (line.length > MAX_HEADING || /[.,;!?:。，；！？：-]$/u.test(line)) return false;
  if (STARTS_LOWER.test(next)) return false;
  const words = line.match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  if (words.length === 0 || words.length > 10) return false;
  if (!words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))) return false;
  if (!/^\P{L}*\p{Lu}/u.test(line) || /\b(?:the|an?|and|or|of|for|with|to|in|by)$/i.test(line))
    return false;
  if (before === null || ENDS_SENTENCE.test(before.trimEnd())) return true;
  return words.length >= 2 && line.length < MAX_HEADING_IN_SENTENCE;
}
