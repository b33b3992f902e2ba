import type { Occurrence } from "../found.ts";
import {
  headingOf,
  isFurniture,
  isMarkedHeading,
  meaningOf,
  WEAK,
  type Heading,
} from "./headings.ts";
import { isItemLine } from "./items.ts";
import {
  endsSentence,
  isLongProse,
  isSentenceEnd,
  mayBeFurniture,
  mayBeHeading,
  mayBeTableHead,
  shapeOf,
  type LineShape,
} from "./line-shape.ts";
import { LONG_LINE, type Lead, type Place } from "./place.ts";
import { Section } from "./section.ts";
import { countCells, tableHeadOf, type TableHead } from "./table-heads.ts";

const LONGEST_LEAD = 300;

/**
 * Walks over the lines of a text, once, and knows at each line with a value what stands over it.
 * `placeOf` is asked for the occurrences in their order.
 */
export class Outline {
  readonly #text: string;
  readonly #occurrences: readonly Occurrence[];
  readonly #section: Section;
  #next = 0;
  #occurrence = 0;
  #place: Place | null = null;
  #title: string | null = null;
  #titleEnd = 0;
  #lead: Lead | null = null;
  #head: TableHead | null = null;
  #cells = 0;
  /** Whether what was before is done: a blank line, a heading, a sentence, an item of a list. */
  #isApart = true;
  /** Whether the line before was prose that may go on. */
  #isOpen = false;

  constructor(text: string, occurrences: readonly Occurrence[], title: string | null) {
    this.#text = text;
    this.#occurrences = occurrences;
    this.#section = new Section(title === null ? null : meaningOf(title));
  }

  /** What stands over the occurrence of this index; indexes only grow. */
  placeOf(index: number): Place {
    const start = this.#occurrences[index]?.start ?? 0;
    while (this.#place === null || this.#place.lineEnd < start) this.#readLine();
    return this.#place;
  }

  #readLine(): void {
    const start = this.#next;
    const found = this.#text.indexOf("\n", start);
    const end = found === -1 ? this.#text.length : found;
    this.#next = end + 1;
    const first = this.#occurrence;
    while ((this.#occurrences[this.#occurrence]?.start ?? Infinity) < end) this.#occurrence += 1;
    if (this.#occurrence > first) this.#readValues(start, end, first);
    else this.#readWords(start, end);
  }

  /** A line on which values stand. */
  #readValues(lineStart: number, lineEnd: number, first: number): void {
    const values = { first, last: this.#occurrence };
    const isItem = isItemLine(
      this.#text,
      lineStart,
      lineEnd,
      this.#occurrences,
      values,
      this.#isOpen,
    );
    this.#place = {
      lineStart,
      lineEnd,
      isItem,
      title: this.#title,
      titleEnd: this.#titleEnd,
      meaning: this.#section.meaning,
      lead: isItem ? this.#lead : null,
      head: this.#head,
      cellsBefore: this.#cellsBefore(lineStart, lineEnd),
    };
    const heading = this.#markedHeading(lineStart, lineEnd);
    if (heading !== null) this.#enter(heading, lineEnd);
    else if (!isItem) this.#extendLead(lineStart, lineEnd, first);
    else if (lineEnd > lineStart) this.#isOpen = false;
    this.#isApart = isItem || !this.#isOpen;
  }

  /** A heading that its marks make one, though values stand in it: "Table 3: Files of loader.exe". */
  #markedHeading(lineStart: number, lineEnd: number): Heading | null {
    const code = this.#text.charCodeAt(lineStart);
    const mayBe = code === 35 || code === 84 || code === 65;
    if (!mayBe || lineEnd - lineStart > LONG_LINE) return null;
    const line = this.#text.slice(lineStart, lineEnd).trim();
    return isMarkedHeading(line) ? headingOf(line, true) : null;
  }

  /** A line without any. */
  #readWords(lineStart: number, lineEnd: number): void {
    if (isLongProse(this.#text, lineStart, lineEnd)) {
      this.#extendLead(lineStart, lineEnd, this.#occurrence);
      this.#isApart = false;
      return;
    }
    const shape = shapeOf(this.#text, lineStart, lineEnd);
    if (shape === null) {
      this.#isApart = true;
      this.#isOpen = false;
      return;
    }
    const isApart = this.#isApart;
    const isHeading = mayBeHeading(shape, isApart);
    const isHead = mayBeTableHead(shape);
    const isPage = mayBeFurniture(shape);
    const line = isHeading || isHead || isPage ? this.#text.slice(shape.start, shape.end) : "";
    if (isPage && isFurniture(line)) {
      this.#isApart = true;
      return;
    }
    const head = isHead ? tableHeadOf(line) : null;
    const heading = isHeading && head === null ? headingOf(line, isApart, shape.words) : null;
    if (heading !== null) this.#enter(heading, lineEnd);
    else if (head !== null) {
      this.#head = head;
      this.#cells = 0;
    } else this.#readProse(shape, lineStart, lineEnd);
    // Cells of a table, each on a line of its own, are no headings below headings.
    const isTitle = heading !== null && (heading.level < WEAK || heading.meaning !== null);
    this.#isApart = isTitle || head !== null || isSentenceEnd(shape.last);
  }

  #readProse({ start, end, words, last }: LineShape, lineStart: number, lineEnd: number): void {
    this.#cellsBefore(lineStart, lineEnd);
    const isProse = end - start >= 45 && words >= 7;
    // A colon, or the full stop of a script whose words are not parted.
    const isLead = last === 58 || last === 0xff1a || last === 0x3002;
    if (isProse || this.#isOpen || isLead) {
      this.#extendLead(lineStart, lineEnd, this.#occurrence);
    }
  }

  #extendLead(lineStart: number, lineEnd: number, firstOccurrence: number): void {
    const goesOn = this.#isOpen && this.#lead !== null && lineEnd - this.#lead.start < LONGEST_LEAD;
    this.#lead =
      goesOn && this.#lead !== null
        ? { ...this.#lead, end: lineEnd }
        : { start: Math.max(lineStart, lineEnd - LONGEST_LEAD), end: lineEnd, firstOccurrence };
    this.#isOpen = !endsSentence(this.#text, lineStart, lineEnd);
    // Prose after a table ends it; a cell's wrapped lines are no prose.
    if (this.#head !== null && lineEnd - lineStart > 80 && !this.#hasCells(lineStart, lineEnd)) {
      this.#head = null;
    }
  }

  #hasCells(lineStart: number, lineEnd: number): boolean {
    const separator = this.#head?.separator ?? null;
    if (separator === null) return true;
    return this.#text.slice(lineStart, Math.min(lineEnd, lineStart + 400)).includes(separator);
  }

  #enter(heading: Heading, lineEnd: number): void {
    this.#title = heading.title;
    this.#titleEnd = lineEnd;
    this.#lead = null;
    this.#isOpen = false;
    this.#head = null;
    this.#section.enter(heading);
  }

  /** How many of the row's cells stand on lines before, where the cells of a row are wrapped. */
  #cellsBefore(lineStart: number, lineEnd: number): number {
    const head = this.#head;
    if (head === null || head.separator === null || lineEnd - lineStart > 4 * LONG_LINE) return 0;
    const cells = countCells(this.#text.slice(lineStart, lineEnd), head.separator, true);
    const isSame = this.#cells > 0 && this.#cells + cells < head.columns.length;
    const before = isSame ? this.#cells : 0;
    this.#cells = before + cells;
    return before;
  }
}
