import type { Span } from "./spans.ts";
import { insideSpan } from "./spans.ts";

/** A line without the white space around it; `start === end` when it is blank. */
interface Line extends Span {
  isRow: boolean;
  isItem: boolean;
}

/** Beyond this a line is a paragraph that was never wrapped. */
const WIDEST_LINE = 200;
const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g;
/** Cells of a table: a tab, a gap of three spaces, or bars with room around them. */
const ROW = /\S(?:\t|[ \u00a0]{3}| \| )/;
const ITEM =
  /^(?:[•▪▫●○■□◦‣⁃➢➤✓✔·*\uf0b7\uf0a7\uf0d8\uf076-]|[–—]|o(?= {1,}\p{Lu})|\(?(?:\d{1,2}|[a-z])[.)])(?:\s|$)/u;
const LOWER_START = /^["'“‘(]?\p{Ll}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * The pieces of a text between which no sentence runs on, in order: paragraphs, list items,
 * headings, table rows. A single line break is a wrap when the next word would not have fitted
 * on the line; `joined` spans (printed ids) are never cut.
 */
export function findBlocks(text: string, joined: readonly Span[]): Span[] {
  const blocks: Span[] = [];
  let run: Line[] = [];
  for (const line of readLines(text)) {
    if (line.end > line.start) run.push(line);
    else if (run.length > 0) run = closeRun(text, run, joined, blocks);
  }
  closeRun(text, run, joined, blocks);
  return blocks;
}

function closeRun(text: string, run: Line[], joined: readonly Span[], blocks: Span[]): Line[] {
  let block: Span | null = null;
  for (const [place, line] of run.entries()) {
    if (block !== null && continues(text, run, place, joined)) {
      block.end = line.end;
    } else {
      block = { start: line.start, end: line.end };
      blocks.push(block);
    }
  }
  return [];
}

function continues(text: string, run: Line[], place: number, joined: readonly Span[]): boolean {
  const [before, previous, next, after] = [-2, -1, 0, 1].map((step) => run[place + step]);
  if (previous === undefined || next === undefined) return false;
  if (insideSpan(joined, next.start)) return true;
  if (next.isItem || previous.isRow || next.isRow) return false;
  const head = text.slice(next.start, Math.min(next.end, next.start + 40));
  if (LOWER_START.test(head)) return true;
  if (CJK.test(text.charAt(previous.end - 1)) && CJK.test(head.charAt(0))) {
    return lengthOf(previous) >= 15;
  }
  if (lengthOf(previous) > WIDEST_LINE) return false;
  if (/[:;]$/.test(text.slice(previous.end - 1, previous.end))) return false;
  const width = Math.max(...[before, previous, next, after].map((line) => lengthOf(line)));
  const firstWord = /^\S*/.exec(head)?.[0].length ?? 0;
  return lengthOf(previous) + 1 + firstWord > 0.85 * Math.min(width, WIDEST_LINE);
}

function lengthOf(line: Line | undefined): number {
  return line === undefined ? 0 : line.end - line.start;
}

function* readLines(text: string): Generator<Line> {
  let from = 0;
  for (const match of text.matchAll(LINE_END)) {
    yield toLine(text, from, match.index);
    // A page break ends a paragraph as a blank line does.
    if (match[0] === "\f") yield toLine(text, match.index, match.index);
    from = match.index + match[0].length;
  }
  yield toLine(text, from, text.length);
}

function toLine(text: string, from: number, to: number): Line {
  const raw = text.slice(from, to);
  const line = raw.trim();
  const start = from + (raw.length - raw.trimStart().length);
  return {
    start: line === "" ? from : start,
    end: line === "" ? from : start + line.length,
    isRow: ROW.test(line),
    isItem: ITEM.test(line.slice(0, 12)),
  };
}
