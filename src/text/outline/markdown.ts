import type { Block, BlockKind, Span } from "../document/document.ts";
import { splitLines, type Line } from "../document/lines.ts";
import { isMarkdown } from "./is-markdown.ts";
import { readsAsSentence } from "../document/reads-as-sentence.ts";
import {
  captionsOf,
  cellsOf,
  fenceMark,
  headingLevel,
  indentOf,
  isFramed,
  isPicture,
  isRule,
  isTableRule,
  itemMark,
  type ItemMark,
  underlineLevel,
} from "./markdown-lines.ts";

/** Indentation that makes a line code, relative to the list around it. */
const CODE_INDENT = 4;
/** Minimum additional indentation of a nested item. */
const NESTED_INDENT = 2;
const MAX_UNDERLINED = 200;
const MAX_FRONT_MATTER = 200;
const FRONT_MATTER_LINE = /^(?:[\w-]+:|- |#|["'\]}]|$)/;

/**
 * Returns the blocks of a Markdown text, which cover all of it, or null for other text. Blocks cover whole lines,
 * including heading, item and quote markers. Underlines, rules, fences, front matter and images on a separate line,
 * except their captions, are furniture.
 */
export function markdownBlocks(text: string): Block[] | null {
  const lines = splitLines(text);
  return isMarkdown(text, lines) ? new MarkdownReader(text, lines).read() : null;
}

class MarkdownReader {
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #blocks: Block[] = [];
  /** Open lists, outermost first. */
  #lists: ItemMark[] = [];
  /** The paragraph or item that the next line may continue, and its number of lines. */
  #open: { block: Block; lines: number } | null = null;
  /** Length of the shortest unclosed fence of each sign, so that its end is searched for only once. */
  readonly #unclosed = new Map<string, number>();
  /** No comment is searched for before this offset. */
  #afterComments = 0;

  constructor(text: string, lines: readonly Line[]) {
    this.#text = text;
    this.#lines = lines;
  }

  read(): Block[] {
    let at = this.#readFrontMatter();
    for (let line = this.#lines[at]; line !== undefined; line = this.#lines[at]) {
      at += this.#readBlank(line) || this.#readBlock(at, line) || this.#readText(line);
    }
    return this.#blocks;
  }

  /** Parses a block by its first line. @returns its number of lines, or 0 if none begins here */
  #readBlock(at: number, line: Line): number {
    return (
      this.#readFence(at, line) ||
      this.#readComment(at, line) ||
      this.#readTable(at, line) ||
      this.#readMark(at, line) ||
      this.#readCode(at, line) ||
      this.#readItem(at, line)
    );
  }

  #readBlank(line: Line): number {
    if (line.text !== "") return 0;
    this.#open = null;
    return 1;
  }

  #readFrontMatter(): number {
    if (this.#lines[0]?.text !== "---") return 0;
    for (let at = 1; at < Math.min(this.#lines.length, MAX_FRONT_MATTER); at += 1) {
      const line = this.#lines[at];
      if (line === undefined) return 0;
      if (line.text === "---" || line.text === "...") {
        if (at > 1) this.#add("furniture", 0, at);
        return at > 1 ? at + 1 : 0;
      }
      if (!FRONT_MATTER_LINE.test(line.text) && indentOf(this.#text, line) === 0) return 0;
    }
    return 0;
  }

  #readFence(at: number, line: Line): number {
    const mark = fenceMark(line);
    if (mark === null) return 0;
    const { sign, length } = mark;
    if (length >= (this.#unclosed.get(sign) ?? Infinity)) return 0;
    let last = at + 1;
    for (; last < this.#lines.length; last += 1) {
      const end = this.#lines[last];
      const found = end === undefined ? null : fenceMark(end);
      if (found?.isBare === true && found.sign === sign && found.length >= length) break;
    }
    if (last === this.#lines.length) {
      this.#unclosed.set(sign, length);
      return 0;
    }
    this.#close(line);
    this.#add("furniture", at, at);
    this.#add("code", at + 1, last - 1);
    this.#add("furniture", last, last);
    return last + 1 - at;
  }

  #readComment(at: number, line: Line): number {
    if (!line.text.startsWith("<!--") || line.start < this.#afterComments) return 0;
    const end = this.#text.indexOf("-->", line.start);
    this.#afterComments = end === -1 ? Infinity : end;
    if (end === -1) return 0;
    let last = at;
    for (let more = line; more.end < end + 3; more = this.#lines[last] ?? line) last += 1;
    // Text may follow a comment.
    const isAlone = this.#lines[last]?.text.endsWith("-->") === true;
    if (!isAlone) return 0;
    this.#close(line);
    this.#add("furniture", at, last);
    return last + 1 - at;
  }

  #readTable(at: number, line: Line): number {
    const rule = this.#lines[at + 1];
    const hasRule = rule !== undefined && line.text.includes("|") && isTableRule(rule);
    if (!hasRule && !isFramed(line)) return 0;
    this.#close(line);
    let next = at;
    for (let row: Line | undefined = line; row !== undefined; row = this.#lines[next]) {
      const isRow = hasRule ? row.text.includes("|") : isFramed(row);
      if (!isRow || (next > at + 1 && itemMark(row, 0) !== null)) break;
      const isFurniture = isTableRule(row) || !/[^|\s]/u.test(row.text);
      this.#add(isFurniture ? "furniture" : "row", next, next);
      next += 1;
    }
    return next - at;
  }

  /** Parses headings, and lines that contain only signs or images. */
  #readMark(at: number, line: Line): number {
    const level = headingLevel(line);
    const under = underlineLevel(line);
    const above = this.#open;
    if (level !== null) {
      const isEmpty = /^[#\s]*$/.test(line.text);
      this.#close(line);
      this.#add(isEmpty ? "furniture" : "heading", at, at, isEmpty ? undefined : level);
    } else if (under !== null && above?.block.kind === "paragraph" && above.lines === 1) {
      const { block } = above;
      if (block.end - block.start <= MAX_UNDERLINED)
        Object.assign(block, { kind: "heading", level: under });
      this.#close(line);
      this.#add("furniture", at, at);
    } else if (isPicture(line)) {
      this.#close(line);
      this.#addPictures(line);
    } else if (isRule(line) || /^[>\s]+$/.test(line.text)) {
      this.#close(line);
      this.#add("furniture", at, at);
    } else return 0;
    return 1;
  }

  /** Adds image captions as paragraphs. Their signs and addresses are furniture. */
  #addPictures(line: Line): void {
    const whole = trim(this.#text, line);
    let { start } = whole;
    for (const shown of captionsOf(line, whole.start)) {
      this.#addSpan("furniture", { start, end: shown.start });
      this.#addSpan("paragraph", shown);
      start = shown.end;
    }
    this.#addSpan("furniture", { start, end: whole.end });
  }

  #addSpan(kind: BlockKind, span: Span): void {
    const trimmed = trim(this.#text, span);
    if (trimmed.end > trimmed.start) this.#blocks.push({ ...trimmed, kind, source: "format" });
  }

  /** Parses indented lines, unless they look like sentences. */
  #readCode(at: number, line: Line): number {
    if (this.#open !== null) return 0;
    const base = this.#lists.at(-1)?.content ?? 0;
    const indent = indentOf(this.#text, line);
    if (indent < base + CODE_INDENT || readsAsSentence(line.text)) return 0;
    if (this.#lists.length > 0 && itemMark(line, indent) !== null) return 0;
    let last = at;
    for (let next = at + 1; next < this.#lines.length; next += 1) {
      const more = this.#lines[next];
      if (more === undefined || more.text === "") continue;
      if (indentOf(this.#text, more) < base + CODE_INDENT) break;
      last = next;
    }
    this.#add("code", at, last);
    return last + 1 - at;
  }

  #readItem(at: number, line: Line): number {
    const indent = indentOf(this.#text, line);
    const mark = itemMark(line, indent);
    if (mark === null) return 0;
    if (this.#open?.block.kind === "paragraph" && !mark.interrupts) return 0;
    while ((this.#lists.at(-1)?.indent ?? -Infinity) > indent - NESTED_INDENT) this.#lists.pop();
    this.#lists.push(mark);
    this.#open = null;
    if (mark.isEmpty) this.#add("furniture", at, at);
    else this.#open = { block: this.#add("item", at, at, this.#lists.length), lines: 1 };
    return 1;
  }

  /** Parses a line of a paragraph or item. A quote is a paragraph. */
  #readText(line: Line): number {
    const isQuote = line.text.startsWith(">");
    const { start, end } = trim(this.#text, line);
    const wasQuote = this.#text.charAt(this.#open?.block.start ?? -1) === ">";
    if (this.#open !== null && (!isQuote || wasQuote)) {
      this.#open.block.end = end;
      this.#open.lines += 1;
      return 1;
    }
    this.#close(line);
    const block: Block = { start, end, kind: "paragraph", source: "format" };
    this.#blocks.push(block);
    this.#open = { block, lines: 1 };
    return 1;
  }

  /** Closes the open paragraph, and the lists that a line is not indented for. */
  #close(line: Line): void {
    this.#open = null;
    if (this.#lists.length === 0) return;
    const indent = indentOf(this.#text, line);
    while ((this.#lists.at(-1)?.content ?? -Infinity) > indent) this.#lists.pop();
  }

  /** Adds a block of whole lines. @returns it, even if the lines are empty and it is not added */
  #add(kind: BlockKind, first: number, last: number, level?: number): Block {
    const start = this.#lines[first]?.start ?? 0;
    const span = trim(this.#text, { start, end: this.#lines[last]?.end ?? start });
    const block: Block = { ...span, kind, source: "format" };
    if (level !== undefined) block.level = level;
    if (kind === "row") block.cells = cellsOf(this.#text, span);
    if (span.end > span.start) this.#blocks.push(block);
    return block;
  }
}

function trim(text: string, { start, end }: Span): Span {
  const printed = text.slice(start, Math.max(start, end));
  const first = start + (printed.length - printed.trimStart().length);
  return { start: first, end: Math.max(first, start + printed.trimEnd().length) };
}
