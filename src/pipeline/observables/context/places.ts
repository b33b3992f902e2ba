import type { Block, Outline, Span } from "../../../text/document/document.ts";
import { headingKindOf } from "../../../text/headings/heading-kind.ts";
import {
  classifySections,
  type Section,
  type SectionKind,
} from "../../../text/sections/classify-sections.ts";
import type { Occurrence } from "../found.ts";
import { isEntry } from "./entries.ts";
import type { Lead, Place } from "./place.ts";

const LONGEST_LEAD = 300;
const MAX_TITLE = 200;
/** A longer line that ends with a colon is a sentence. */
const MAX_LABEL = 48;
/** A shorter paragraph is a cell or a caption, unless a colon or similar sign ends it. */
const MIN_PROSE = 45;
const MIN_PROSE_WORDS = 7;
const NOWHERE: Block = { kind: "paragraph", start: 0, end: 0, source: "inferred" };

/** The Markdown signs of a heading and its final colon. */
const TITLE = /^#{1,6}\s+|\s+#+$|[:：]$/gu;
/** Signs that end a sentence, or announce what follows. */
const ENDS = ".:!?。：！？";
const ANNOUNCES = ":：。";

/**
 * Walks once over the blocks of a text and determines what is above each value. Call `placeOf` for the occurrences
 * in order.
 */
export class Places {
  readonly #text: string;
  readonly #blocks: readonly Block[];
  readonly #sections: readonly Section[];
  readonly #occurrences: readonly Occurrence[];
  /** The section that the title of the whole text announces. */
  readonly #announced: SectionKind | null;
  /** The index of the next block, and of the requested occurrence. */
  #next = 0;
  #index = 0;
  #block: Block = NOWHERE;
  #place: Place | null = null;
  /** The text above, the outermost first: a paragraph, and parent entries of the list. */
  #leads: Lead[] = [];
  /** How far the block has been processed, and whether its last prose continues. */
  #readTo = 0;
  #isOpen = false;

  /** @param text of the outline, with its furniture blank */
  constructor(
    text: string,
    outline: Outline,
    occurrences: readonly Occurrence[],
    title: string | null,
  ) {
    this.#text = text;
    this.#blocks = outline.blocks;
    this.#sections = classifySections(outline);
    this.#occurrences = occurrences;
    this.#announced = title === null ? null : headingKindOf(title);
  }

  /** Returns what is above the occurrence at an index. Indexes must only increase. */
  placeOf(index: number): Place {
    const start = this.#occurrences[index]?.start ?? 0;
    if (this.#place !== null && start < this.#place.line.end) return this.#place;
    this.#index = index;
    let block = this.#blocks[this.#next];
    while (block !== undefined && block.start <= start) {
      this.#enter(block);
      this.#next += 1;
      block = this.#blocks[this.#next];
    }
    this.#place = this.#readLine(index, start);
    return this.#place;
  }

  #enter(block: Block): void {
    if (block.kind === "furniture") return;
    this.#readProse(this.#block.end);
    if (this.#block.kind === "heading") this.#leads = [];
    if (block.continues !== true) this.#closeLeads(block);
    this.#isOpen = this.#isOpen && block.continues === true;
    this.#block = block;
    this.#readTo = block.start;
  }

  /**
   * Drops leads that no longer apply. An entry applies to nested entries, and to the next ones only if it announces
   * them.
   */
  #closeLeads({ kind, level = 1 }: Block): void {
    const least = kind === "item" ? level : 1;
    this.#leads = this.#leads.filter(
      (lead) => lead.level < least || (lead.level === least && kind === "item" && lead.announces),
    );
  }

  #readLine(index: number, start: number): Place {
    const line = lineOf(this.#text, this.#block, start);
    this.#readProse(line.start);
    let last = index + 1;
    while ((this.#occurrences[last]?.start ?? Infinity) < line.end) last += 1;
    const values = this.#occurrences.slice(index, last);
    const isItem = isEntry(this.#text, line, this.#block, values, this.#isOpen);
    const { kind, heading } = this.#sectionNow();
    const lead = isItem ? (this.#leads.at(-1) ?? null) : null;
    const isAnnounced = heading === null && this.#announced === "indicators";
    const place: Place = {
      block: this.#block,
      line,
      isItem,
      title: heading === null ? null : this.#titleOf(heading),
      section: lead?.section ?? (isAnnounced ? "indicators" : kind),
      lead,
    };
    if (isItem) this.#isOpen = false;
    else if (this.#block.kind !== "heading") this.#extendLead(line, index);
    this.#readTo = Math.max(line.end, this.#readTo);
    return place;
  }

  #sectionNow(): Section {
    return this.#sections[this.#next - 1] ?? { kind: "body", heading: null };
  }

  #titleOf(heading: number): string {
    const { start = 0, end = 0 } = this.#blocks[heading] ?? {};
    return this.#text
      .slice(start, Math.min(end, start + MAX_TITLE + 16))
      .replace(TITLE, "")
      .slice(0, MAX_TITLE);
  }

  /** Records the text of the block up to an index, if it is prose or announces what follows. */
  #readProse(to: number): void {
    const from = this.#readTo;
    if (to <= from) return;
    this.#readTo = to;
    if (this.#block.kind !== "paragraph" && this.#block.kind !== "item") return;
    const end = trimmedEnd(this.#text, from, to);
    if (end === from) return;
    const announces = ANNOUNCES.includes(this.#text[end - 1] ?? " ");
    if (this.#isOpen || announces || isProse(this.#text, from, end)) {
      this.#extendLead({ start: from, end }, this.#index);
    }
  }

  #extendLead({ start, end }: Span, firstOccurrence: number): void {
    const { kind, level: depth = 1 } = this.#block;
    const level = kind === "item" ? depth : 0;
    const to = trimmedEnd(this.#text, start, end);
    const last = this.#text[to - 1] ?? " ";
    const above = this.#isOpen ? this.#leads.at(-1) : undefined;
    const goesOn = above?.level === level && end - above.start < LONGEST_LEAD;
    const begin = goesOn ? above : { start: Math.max(start, end - LONGEST_LEAD), firstOccurrence };
    const announces = ANNOUNCES.includes(last);
    const section = announces ? this.#announcedBy(begin.start, to) : null;
    this.#leads = this.#leads.filter((other) => other.level < level);
    this.#leads.push({
      start: begin.start,
      end,
      firstOccurrence: begin.firstOccurrence,
      level,
      announces,
      section,
    });
    this.#isOpen = !ENDS.includes(last);
  }

  /** Returns the section that a line with a final colon announces, like a heading: "references:". */
  #announcedBy(from: number, to: number): SectionKind | null {
    const line = this.#text.slice(Math.max(from, to - MAX_LABEL - 1), to);
    const label = line.slice(line.lastIndexOf("\n") + 1).trim();
    return label.length > MAX_LABEL ? null : headingKindOf(label);
  }
}

/** Returns the line at an index in its block. An entry and a row count as one line. */
function lineOf(text: string, { kind, start, end }: Block, place: number): Span {
  if (kind === "item" || kind === "row" || place >= end)
    return { start, end: Math.max(end, place + 1) };
  const above = text.lastIndexOf("\n", place - 1);
  const below = text.indexOf("\n", place);
  return { start: Math.max(start, above + 1), end: below === -1 ? end : Math.min(end, below) };
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= 32) end -= 1;
  return end;
}

function isProse(text: string, from: number, end: number): boolean {
  if (end - from < MIN_PROSE) return false;
  let words = 1;
  for (let at = text.indexOf(" ", from); at !== -1 && at < end; at = text.indexOf(" ", at + 1)) {
    words += 1;
    if (words === MIN_PROSE_WORDS) return true;
  }
  return false;
}
