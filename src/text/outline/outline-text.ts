import type { Block, BlockKind, Outline, Span } from "../document/document.ts";
import { headingKindOf } from "../headings/heading-kind.ts";
import { findTechniqueIds } from "../tokens/technique-ids.ts";
import { findFurniture } from "./furniture-lines.ts";
import { headingForm } from "./heading-lines.ts";
import { CAPTION, cellsOf, isItem, isLoneEntry, isRow, isTorn } from "./line-kinds.ts";
import { endsSentence, startsLower } from "../document/line-ends.ts";
import { markdownBlocks } from "./markdown.ts";
import { separatedCells } from "./separated-cells.ts";
import { linesOf, type TextLine } from "./text-lines.ts";

/**
 * Outlines a text: takes the blocks of its format and infers the rest from its lines. Plain text may be Markdown.
 * Linear in the text.
 * @param ofFormat trimmed blocks of the format, in order and without overlaps; they need not cover the text
 */
export function outlineText(text: string, ofFormat: readonly Block[] = []): Outline {
  const known = ofFormat.length === 0 ? (markdownBlocks(text) ?? []) : ofFormat;
  const lines = linesOf(text, known);
  const furniture = findFurniture(lines, (line) => headingKindOf(line) !== null);
  for (const [at, line] of lines.entries()) if (line.known?.kind === "furniture") furniture.add(at);
  const own = lines.filter((_, at) => !furniture.has(at));
  const builder = new BlockBuilder(idsAcrossLines(text), marksHeadings(known));
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (furniture.has(at)) builder.addFurniture(line);
    else {
      next += 1;
      builder.add(line, own[next - 2], own[next]);
    }
  }
  return { text, blocks: withoutPartsOf(known, builder.blocks) };
}

/** Returns whether a format marks all headings, not only its title. */
function marksHeadings(known: readonly Block[]): boolean {
  return known.filter(({ kind }) => kind === "heading").length >= 3;
}

/** Sets the source of partial paragraphs of the format to `inferred`. */
function withoutPartsOf(known: readonly Block[], blocks: Block[]): Block[] {
  const ends = new Map(known.map(({ start, end }) => [start, end]));
  for (const block of blocks) if (ends.get(block.start) !== block.end) block.source = "inferred";
  return blocks;
}

/** Returns the offsets at which a technique id continues on a new line. */
function idsAcrossLines(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { start, end } of findTechniqueIds(text)) {
    const printed = text.slice(start, end);
    const lineBreak = printed.search(/[\r\n\f\u2028]\s*\S/u);
    if (lineBreak >= 0) places.add(start + lineBreak + printed.slice(lineBreak).search(/\S/u));
  }
  return places;
}

/** Joins lines into blocks, in order. */
class BlockBuilder {
  readonly blocks: Block[] = [];
  readonly #held: ReadonlySet<number>;
  readonly #areMarked: boolean;
  /** The paragraph or entry that the next line may continue, its last line, and its block of the format. */
  #open: { block: Block; last: TextLine } | null = null;
  /** Furniture since the open block's last line. */
  #furniture: TextLine | null = null;
  #indents: number[] = [];

  constructor(held: ReadonlySet<number>, areMarked: boolean) {
    this.#held = held;
    this.#areMarked = areMarked;
  }

  addFurniture(line: TextLine): void {
    const { start, end, known } = line;
    const isKnown = known?.kind === "furniture";
    this.blocks.push(isKnown ? known : { ...blockOf("furniture", line), start, end });
    this.#furniture ??= line;
  }

  add(line: TextLine, before: TextLine | undefined, next: TextLine | undefined): void {
    if (line.known !== null && line.known.kind !== "paragraph") {
      this.#open = null;
      this.#furniture = null;
      this.blocks.push(line.known);
      return;
    }
    const form = this.#formOf(line, before, next);
    if (this.#goesOn(line, form)) this.#extend(line);
    else this.#begin(line, form);
    this.#furniture = null;
    const isLead = line.text.endsWith(":") && !goesOnBelow(next);
    if (form.isAlone || isLead) this.#open = null;
  }

  #formOf(line: TextLine, before: TextLine | undefined, next: TextLine | undefined): Form {
    const { text } = line;
    const below = next === undefined || next.isApart ? "" : next.text;
    if (isRow(text)) return { kind: "row", isAlone: true };
    const values = separatedCells(text, line.start, [before?.text, next?.text]);
    if (values !== null) return { kind: "row", isAlone: true, cells: values };
    const isOpen = this.#open !== null && !endsSentence(this.#open.last.text);
    const heading = headingForm(line, { before, next, isOpen, areMarked: this.#areMarked });
    if (heading !== null) return { kind: "heading", isAlone: true, ...heading };
    if (isItem(text)) return { kind: "item", isAlone: isLoneEntry(text, below) };
    return { kind: "paragraph", isAlone: false, isCaption: CAPTION.test(text) };
  }

  #goesOn(line: TextLine, { kind, isCaption }: Form): boolean {
    if (this.#open === null) return false;
    if (this.#held.has(line.start)) return true;
    if (kind !== "paragraph" || isCaption === true) return false;
    if (line.known?.continues === true) return true;
    const { last } = this.#open;
    const isApart = line.isApart || this.#furniture?.isApart === true;
    if (!isApart) return this.#furniture === null || !endsSentence(last.text);
    // Blocks of a format separate paragraphs, unless a page ends between them.
    const isParted = last.known !== null && this.#furniture === null;
    return !isParted && line.start - last.end < MAX_GAP && isTorn(last.text, line.text);
  }

  #extend(line: TextLine): void {
    const { block } = this.#open ?? {};
    if (block === undefined) return;
    if (this.#furniture === null) {
      block.end = line.end;
      this.#open = { block, last: line };
    } else {
      const { level } = block;
      const rest = { ...blockOf(block.kind, line), ...(level !== undefined && { level }) };
      this.#push({ ...rest, continues: true }, line);
    }
  }

  #begin(line: TextLine, { kind, level, cells }: Form): void {
    const block = blockOf(kind, line);
    if (kind === "row") block.cells = cells ?? cellsOf(line.text, line.start);
    if (level !== undefined) block.level = level;
    if (kind === "item") block.level = this.#levelOf(line.indent);
    else this.#indents = [];
    if (line.known?.continues === true && line.known.start === line.start) block.continues = true;
    this.#push(block, line);
  }

  #push(block: Block, last: TextLine): void {
    this.blocks.push(block);
    this.#open = { block, last };
  }

  /** Returns an entry's nesting depth, from the entries above it that begin further left. */
  #levelOf(indent: number): number {
    this.#indents = this.#indents.filter((other) => other < indent);
    return this.#indents.push(indent);
  }
}

/** The block that a line begins. `isAlone` if no other line belongs to it. */
interface Form {
  kind: Exclude<BlockKind, "code" | "furniture">;
  isAlone: boolean;
  level?: number;
  isCaption?: boolean;
  cells?: readonly Span[];
}

/** Maximum gap between two parts of a sentence split by a page end. */
const MAX_GAP = 300;

const goesOnBelow = (next: TextLine | undefined) =>
  next !== undefined && !next.isApart && startsLower(next.text);

/** Creates a one-line block. Its source is the format only for a paragraph that the format states. */
function blockOf(kind: BlockKind, { start, end, known }: TextLine): Block {
  const isFormats = kind === "paragraph" && known?.kind === kind;
  const page = known?.page;
  return {
    kind,
    start,
    end,
    source: isFormats ? "format" : "inferred",
    ...(page !== undefined && { page }),
  };
}
