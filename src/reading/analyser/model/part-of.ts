import type { SectionKind } from "../../../text/headings/section-kind.ts";

/** The part of a report that a section belongs to: its account, its advice to defenders, or the surrounding text. */
export type ReportPart = "body" | "defence" | "appendix";

const PARTS: Partial<Record<SectionKind, ReportPart>> = {
  advice: "defence",
  detection: "defence",
  indicators: "appendix",
  references: "appendix",
  contact: "appendix",
  vendor: "appendix",
  contents: "appendix",
  related: "appendix",
};

export function partOf(section: SectionKind): ReportPart {
  return PARTS[section] ?? "body";
}
