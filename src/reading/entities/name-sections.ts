import type { Outline } from "../../text/document/document.ts";
import { spanAt } from "../../text/document/span-at.ts";
import { classifySections, type SectionKind } from "../../text/sections/classify-sections.ts";

/** Sections whose names do not belong to the report: sources, other articles, menus, authors. */
const ELSEWHERE: ReadonlySet<SectionKind> = new Set([
  "references",
  "related",
  "vendor",
  "contents",
  "contact",
  "excluded",
]);

/**
 * Returns a function that checks whether a name at an offset belongs to the report, not to its references, menus or
 * related articles.
 */
export function countsAt(outline: Outline): (offset: number) => boolean {
  const sections = classifySections(outline);
  const { blocks } = outline;
  return (offset) => !ELSEWHERE.has(sections[spanAt(blocks, offset)]?.kind ?? "body");
}
