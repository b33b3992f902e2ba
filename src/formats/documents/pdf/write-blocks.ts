import type { Block, PrintedLine, Span } from "../../../text/document/document.ts";
import type { TextCollector } from "../text-collector.ts";
import type { Draft } from "./classify-groups.ts";
import type { Cell, Part } from "./page-units.ts";

/** The page size, for boxes measured from the top. */
interface PageSize {
  width: number;
  height: number;
}

/** Writes blocks into a text and records their offsets. */
export class BlockWriter {
  readonly blocks: Block[] = [];
  readonly lines: PrintedLine[] = [];
  readonly #collector: TextCollector;
  readonly #sizes: readonly PageSize[];
  #page = 0;
  #isFurniture = false;

  constructor(collector: TextCollector, sizes: readonly PageSize[]) {
    this.#collector = collector;
    this.#sizes = sizes;
  }

  /** Appends a block. Blocks of another page, and furniture, follow an empty line. */
  add({ kind, level, units, page }: Draft): void {
    const parts = units.flatMap((unit) => unit.parts);
    if (parts.length === 0) return;
    this.#separate(page, kind === "furniture");
    const places = parts.map((part, at) => this.#print(part, at === 0, parts[at + 1]));
    const cells =
      kind === "row"
        ? cellsOf(
            units.flatMap((unit) => unit.cells ?? []),
            places,
          )
        : null;
    this.blocks.push({
      kind,
      start: places[0]?.start ?? 0,
      end: places.at(-1)?.end ?? 0,
      ...(level !== undefined && { level }),
      ...(cells !== null && { cells }),
      page,
      source: "format",
    });
  }

  /** Adds the text of a page in drawing order. */
  addDrawn(text: string, page: number): void {
    if (text === "") return;
    this.#separate(page, false);
    this.#write(text);
  }

  #separate(page: number, isFurniture: boolean): void {
    const isApart = page !== this.#page || isFurniture !== this.#isFurniture;
    if (this.#page > 0) this.#write(isApart ? "\n\n" : "\n");
    this.#page = page;
    this.#isFurniture = isFurniture;
  }

  #write(text: string): void {
    this.#collector.add(text);
  }

  /** Writes a part and the separator before the next one. Returns the span of its text. */
  #print(part: Part, isFirst: boolean, next: Part | undefined): Span {
    const { fragment, page } = part;
    const before = isFirst ? fragment.text.trimStart() : fragment.text;
    const text = next === undefined ? before.trimEnd() : before;
    const start = this.#collector.length() + text.length - text.trimStart().length;
    const end = this.#collector.length() + text.trimEnd().length;
    this.#write(text);
    if (next !== undefined) this.#write(blankBetween(part, next));
    const size = this.#sizes[page - 1];
    if (end > start && size !== undefined) this.#note(start, end, page, fragment, size);
    return { start, end };
  }

  #note(start: number, end: number, page: number, box: Part["fragment"], size: PageSize): void {
    const x = clamp(box.left, size.width);
    const y = clamp(size.height - box.top, size.height);
    const width = round(clamp(box.right, size.width) - x);
    const height = round(clamp(size.height - box.bottom, size.height) - y);
    this.lines.push({ start, end, page, x, y, width, height });
  }
}

/** Returns the spans of a row's cells from the spans of their parts. */
function cellsOf(cells: readonly Cell[], places: readonly Span[]): Span[] {
  return cells.map(({ from, to }) => {
    const first = places[from];
    const last = places[to - 1];
    const empty = places[from - 1]?.end ?? places[0]?.start ?? 0;
    if (from >= to || first === undefined || last === undefined)
      return { start: empty, end: empty };
    return { start: first.start, end: last.end };
  });
}

/** Returns the separator between two parts: a line break if nothing was drawn between two lines. */
function blankBetween({ fragment, after, page, isDivided }: Part, next: Part): string {
  if (after !== "" || isDivided === true) return after;
  const middle = (fragment.top + fragment.bottom) / 2;
  const isOneLine =
    page === next.page && next.fragment.top > middle && next.fragment.bottom < middle;
  return isOneLine ? "" : "\n";
}

const clamp = (value: number, most: number) => round(Math.min(Math.max(value, 0), most));
const round = (value: number) => Math.round(value * 10) / 10;
