import type { Occurrence } from "../found.ts";
import {
  CAPTION,
  headingOf,
  isFurniture,
  isMarkedHeading,
  meaningOf,
  WEAK,
  type Heading,
} from "./headings.ts";
import { isItemLine } from "./items.ts";
import {
  isSentenceEnd,
  mayBeFurniture,
  mayBeHeading,
  mayBeTableHead,
  shapeOf,
  type LineShape,
} from "./line-shape.ts";
import { LONG_LINE, type Lead, type Place } from "./place.ts";
import type { SectionMeaning } from "./meanings.ts";
import { countCells, tableHeadOf, type TableHead } from "./table-heads.ts";

const LONGEST_LEAD = 300;
const MANY_WORDS = 12;

/**
 * Walks over the lines of a text, once, and knows at each line with a value what stands over it.
 * `placeOf` is asked for the occurrences in their order.
 */
export class Outline {
  readonly #text: string;
  readonly #occurrences: readonly Occurrence[];
  #next = 0;
  #occurrence = 0;
  #place: Place | null = null;
  #title: string | null = null;
  #titleEnd = 0;
  #meaning: SectionMeaning | null = null;
  #level = WEAK;
  #captionMeaning: SectionMeaning | null = null;
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
    if (title !== null && meaningOf(title) === "indicators") {
      this.#meaning = "indicators";
      this.#level = WEAK;
    }
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
      meaning: this.#captionMeaning ?? this.#meaning,
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
    const heading = isHeading && head === null ? headingOf(line, isApart) : null;
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
    this.#captionMeaning = null;
    if (heading.level === CAPTION) {
      this.#captionMeaning = heading.meaning;
      return;
    }
    if (heading.meaning !== null) {
      this.#meaning = heading.meaning;
      this.#level = heading.level;
    } else if (!this.#isBelow(heading)) {
      this.#meaning = null;
      this.#level = heading.level;
    }
  }

  /** Whether an unknown heading may stand inside the section that goes on. */
  #isBelow({ level }: Heading): boolean {
    if (level < WEAK) return level > this.#level;
    return this.#level < WEAK || this.#meaning === "indicators" || this.#meaning === "references";
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

/** A line with more words than any heading or table's head; most lines are, so this is asked first. */
function isLongProse(text: string, lineStart: number, lineEnd: number): boolean {
  if (lineEnd - lineStart > LONG_LINE) return true;
  if (lineEnd - lineStart < 3 * MANY_WORDS) return false;
  let blanks = 0;
  for (let at = lineStart; at < lineEnd; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 9 || code === 124) return false;
    if (code === 32) blanks += 1;
    if (blanks > MANY_WORDS) return true;
  }
  return false;
}

/** Whether the last sign of a line ends a sentence, or announces what follows. */
function endsSentence(text: string, lineStart: number, lineEnd: number): boolean {
  let at = lineEnd - 1;
  while (at > lineStart && text.charCodeAt(at) <= 32) at -= 1;
  return at >= lineStart && isSentenceEnd(text.charCodeAt(at));
}
