import { listOf, plural } from "../parts/wording.ts";
import type { SessionContent } from "./session-content.ts";
import { countStandings } from "./standing.ts";
import { WORDS } from "./sections.ts";

/** Splits a summary into paragraphs at line ends of any kind. */
export function summaryParagraphs({ summary }: Pick<SessionContent, "summary">): string[] {
  const paragraphs = summary.split(/[\r\n\u2028\u2029]+/).filter((text) => text.trim() !== "");
  return paragraphs.length === 0 ? [WORDS.noSummary] : paragraphs;
}

/** Describes how much of the listed content people confirmed, in a sentence or two. */
export function describeStanding({
  techniques,
  review: { rejected },
}: Pick<SessionContent, "techniques" | "review">): string {
  const { confirmed, analysis, open } = countStandings(techniques);
  const added = techniques.filter((t) => t.origin === "analyst" && t.found_as === null).length;
  const parts = [
    `${confirmed === 0 ? "none is" : `${confirmed} ${isOrAre(confirmed)}`} confirmed by a person${added > 0 ? ` (${added} of them added)` : ""}`,
    ...(open > 0 ? [`${open} ${open === 1 ? "needs" : "need"} more evidence`] : []),
    ...(analysis > 0
      ? [`${analysis} ${isOrAre(analysis)} said by the analyzer only and reviewed by nobody`]
      : []),
  ];
  const listed =
    techniques.length === 0
      ? "The analysis counts no technique."
      : `Of ${plural(techniques.length, "technique")}, ${listOf(parts)}.`;
  const was = rejected === 1 ? "was" : "were";
  return rejected === 0
    ? listed
    : `${listed} ${plural(rejected, "technique")} ${was} rejected in review and left out.`;
}

const isOrAre = (value: number) => (value === 1 ? "is" : "are");
