import type { Block } from "../document/document.ts";
import { splitLines } from "../document/lines.ts";

/** Non-blank line, trimmed. */
export interface TextLine {
  start: number;
  end: number;
  text: string;
  /** Width of the white space before it, in columns. */
  indent: number;
  /** Whether it begins the text or a block of the format, or follows a blank line or page break. */
  isApart: boolean;
  /** The format's block that contains it. Unless it is a paragraph, the whole block is one line. */
  known: Block | null;
}

/**
 * Returns the lines of a text in order. Blocks of its format are cut out first, so no line crosses a block's border.
 */
export function linesOf(text: string, known: readonly Block[]): TextLine[] {
  const lines: TextLine[] = [];
  let from = 0;
  for (const block of known) {
    addLines(text, from, block.start, null, lines);
    if (block.kind === "paragraph") addLines(text, block.start, block.end, block, lines);
    else lines.push(wholeLine(text, block));
    from = block.end;
  }
  addLines(text, from, text.length, null, lines);
  return lines;
}

function wholeLine(text: string, known: Block): TextLine {
  const { start, end } = known;
  return { start, end, text: text.slice(start, end), indent: 0, isApart: true, known };
}

function addLines(
  text: string,
  from: number,
  to: number,
  known: Block | null,
  lines: TextLine[],
): void {
  if (from >= to) return;
  let isApart = true;
  const part = text.slice(from, to);
  for (const line of splitLines(part)) {
    if (line.text === "") {
      isApart = true;
      continue;
    }
    const whole = part.slice(line.start, line.end);
    const indent = whole.length - whole.trimStart().length;
    const start = from + line.start + indent;
    isApart ||= part.charCodeAt(line.start - 1) === FORM_FEED;
    lines.push({ start, end: start + line.text.length, text: line.text, indent, isApart, known });
    isApart = false;
  }
}

const FORM_FEED = 0x0c;
