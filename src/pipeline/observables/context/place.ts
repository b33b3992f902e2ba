import type { Block, Span } from "../../../text/document/document.ts";
import type { SectionKind } from "../../../text/sections/classify-sections.ts";

/** The position of an occurrence: its block, and what is above it. */
export interface Place {
  block: Block;
  /** Its line, or the whole block for an entry or a row. */
  line: Span;
  /** Whether it is a list entry or a table row, rather than prose. */
  isItem: boolean;
  /** The text of the nearest heading above. */
  title: string | null;
  section: SectionKind;
  /** The prose before the list, and the first occurrence that may be in it. Null for prose. */
  lead: Lead | null;
}

export interface Lead extends Span {
  firstOccurrence: number;
  /** Nesting depth: 0 for a paragraph, otherwise the level of the entry. */
  level: number;
  /** Whether a colon or similar sign ends it. */
  announces: boolean;
  /** The section it announces, if it says no more than a heading would. */
  section: SectionKind | null;
}
