import type { Block, Span } from "../../../text/document/document.ts";
import type { SectionKind } from "../../../text/sections/classify-sections.ts";

/** Where an occurrence is: its block, and what is above it. */
export interface Place {
  block: Block;
  /** Its line; the whole block of an entry or a row. */
  line: Span;
  /** An entry of a list or a row of a table, rather than prose. */
  isItem: boolean;
  /** The words of the nearest heading above. */
  title: string | null;
  section: SectionKind;
  /** The prose before the list, and the first occurrence that may be in it; null where the place is prose. */
  lead: Lead | null;
}

export interface Lead extends Span {
  firstOccurrence: number;
  /** How deep it is nested: 0 for a paragraph, and the level of an entry. */
  level: number;
  /** A colon ends it, or the like. */
  announces: boolean;
  /** What it announces where it says no more than a heading would. */
  section: SectionKind | null;
}
