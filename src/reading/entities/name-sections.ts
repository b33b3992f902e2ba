import type { Outline } from "../../text/document/document.ts";
import { spanAt } from "../../text/document/span-at.ts";
import { classifySections, type SectionKind } from "../../text/sections/classify-sections.ts";

/** Sections whose names are not the report's: sources, other articles, menus, who wrote it. */
const ELSEWHERE: ReadonlySet<SectionKind> = new Set([
  "references",
  "related",
  "vendor",
  "contents",
  "contact",
  "excluded",
]);

/** Whether a name at a place is one of the report: not in its references, menus, or related articles. */
export function countsAt(outline: Outline): (offset: number) => boolean {
  const sections = classifySections(outline);
  const { blocks } = outline;
  return (offset) => !ELSEWHERE.has(sections[spanAt(blocks, offset)]?.kind ?? "body");
}
