import type { Span } from "../../../text/document/document.ts";
import {
  findRunningHeads,
  isBelow,
  isBeside,
  isHeading,
  isNumbered,
  isUnfinished,
  MAX_HEADING,
} from "./headings.ts";
import { type Below, type Section, sectionAfter } from "./section-after.ts";
import { contentBelow, isProse, mayBeAdvice } from "./section-content.ts";

/** The id of a technique at the head of a line, as in a table of them. */
const ROW = /^\W*T\d{4}(?:\.\d{3})?(?!\d)/u;

/** The section of each sentence, from the headings before it and what stands below them; linear. */
export function findSections(text: string, sentences: readonly Span[]): Section[] {
  const isRunningHead = findRunningHeads(text, sentences);
  const headings = sentences.map(({ start, end }) => {
    return end - start <= MAX_HEADING && isHeading(text, start, text.slice(start, end));
  });
  const isHeadingAt = (index: number) => headings[index] ?? false;
  const below = (index: number): Below => ({
    content: () => contentBelow(text, sentences, index, isHeadingAt),
    mayBeAdvice: () => mayBeAdvice(text, sentences, index),
  });
  const isProseAt = (index: number) => {
    const { start, end } = sentences[index] ?? { start: 0, end: 0 };
    return isProse(text.slice(start, end));
  };
  let section: Section = "body";
  let opening = "";
  let hasBegun = false;
  return sentences.map(({ start, end }, index) => {
    const line = text.slice(start, Math.min(end, start + 4 * MAX_HEADING));
    // Contents have no heading at their end: what is no entry is behind it.
    if (section === "contents" && !isNumbered(line) && !isHeadingAt(index)) section = "body";
    // A menu above the article ends where two whole sentences follow each other.
    if (section === "furniture" && isProseAt(index) && isProseAt(index + 1)) section = "body";
    hasBegun ||= isProseAt(index);
    if (!isHeadingAt(index)) {
      // A row of a table of techniques: what the adversary did with it comes next.
      if (section !== "contents" && end - start <= MAX_HEADING && ROW.test(line)) section = "body";
      return section;
    }
    const place = {
      isRunningHead: isRunningHead(line),
      isBelow: isBelow(line, opening),
      isBeside: isBeside(line, opening),
      hasBegun,
      isLate: start * 2 > text.length,
    };
    // The rest of a heading that is wrapped says nothing by itself.
    const above = sentences[index - 1];
    if (above !== undefined && isHeadingAt(index - 1)) {
      if (isUnfinished(text.slice(above.start, above.end))) return section;
    }
    const next = sectionAfter(line, section, place, below(index));
    if (next !== section) opening = line;
    section = next;
    return section;
  });
}
