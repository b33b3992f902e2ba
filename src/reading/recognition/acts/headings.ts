import { LIST_OF } from "./aside-words.ts";
import type { Span } from "../../../text/document/document.ts";

export const MAX_HEADING = 90;
const MAX_WORDS = 12;
/** Of more words than that a colon makes the beginning of a list. */
const MAX_LABEL = 6;

/** An entry of a table of contents: leaders, or a page number behind a heading. */
const LEADERS = /(?:\.[ \u00A0]?){4,}\s*\d{0,4}\s*$|…{2,}\s*\d{0,4}\s*$|_{5,}\s*\d{1,4}\s*$/u;
const PAGE_NUMBER = /^\d{1,3}$|[^\d\s.,:/-][ \t]+\d{1,3}$/u;

const CHAPTER =
  /^\W*(?:chapter|section|part|kapitel|chapitre|capítulo)\s+\d{1,2}\b[^.]{3,80}\s\d{1,3}$/i;

/** A numbered heading that says what the chapter is, not what was done: "6.1 Analysis of the module". */
const ABOUT =
  /^\W*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.|(?:chapter|appendix|annex|section|part) [\p{L}\d]{1,3}[.:]?)\s+(?:[\p{L}-]+ )?(?:analysis|overview|introduction|summary|background|discussion|description|anatomy|history|evolution|outline|findings|details|timeline|methodology) (?:of|to|on|about|and) [^.!?;]{3,80}$/iu;

/** Whether a line is an entry of a table of contents, wherever it stands. */
export function isContentsEntry(line: string): boolean {
  return [LEADERS, CHAPTER, ABOUT, LIST_OF].some((entry) => entry.test(line));
}

/** Whether a line may be such an entry, where contents are expected: a page number is enough. */
export function isNumbered(line: string): boolean {
  return LEADERS.test(line) || PAGE_NUMBER.test(line);
}

/** How often a line stands in the text before it is taken for the head or foot of its pages. */
const RUNNING = 3;

/** Heads and feet of pages: short lines that return, but for their numbers. */
export function findRunningHeads(
  text: string,
  sentences: readonly Span[],
): (line: string) => boolean {
  const fold = (line: string) => line.replace(/\d+/g, "#");
  const counts = new Map<string, number>();
  for (const { start, end } of sentences) {
    if (end - start > MAX_HEADING) continue;
    const folded = fold(text.slice(start, end));
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  return (line) => (counts.get(fold(line)) ?? 0) >= RUNNING;
}

/** What stands before a heading on its line: signs of Markdown, "IV." as a sentence of its own. */
const NUMBER = /(?:(?<=^|[\n\r\f])[ \t#*]*(?:[IVX]{1,4}|\d{1,2}|\p{Lu})[.)])?[ \t#*\u00A0]*$/u;

/** A short line of its own without the end of a sentence. */
export function isHeading(text: string, start: number, line: string): boolean {
  if (
    line.length > MAX_HEADING ||
    /[.,;!&/(。，；！、]$|[.,;!]\)$/u.test(line) ||
    !/\p{L}{2}/u.test(line)
  )
    return false;
  if (line.endsWith(":") && line.split(/\s+/u).length > MAX_LABEL) return false;
  if (line.includes("\\") || /^\W*(?:https?:|T\d{4})|^\[\d/u.test(line)) return false;
  if (/^(?:TLP|[•▪●○□‣]|\*(?!\*)|[-–o]\s|\W*(?:figure|table|fig\.)\s?\d)|\[D3-/iu.test(line))
    return false;
  const before = text.slice(Math.max(0, start - 8), start).replace(NUMBER, "");
  if (before !== "" && !/[\n\r\f]$/u.test(before)) return false;
  if (line.split(/\s+/u).length > MAX_WORDS) return false;
  return /^\P{L}*(?:[\p{Lu}\p{Lo}]|e?[a-z]?\d)/u.test(line);
}

/** Most of its longer words have their capital. */
export function isTitle(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.every((word) => /^\p{Lu}/u.test(word));
}

const CAPITALS = /^\P{L}*\p{Lu}[\p{Lu}\s&/:,'’()-]{5,}$/u;

/** In small letters below capitals, numbered below the number (4.2 below 4), or with more signs. */
export function isBelow(line: string, opening: string): boolean {
  const above = numberOf(opening);
  const own = numberOf(line);
  if (above !== undefined && own !== undefined) return own.startsWith(`${above}.`);
  if (signsOf(line) > 0 && signsOf(opening) > 0) return signsOf(line) > signsOf(opening);
  return CAPITALS.test(opening) && !CAPITALS.test(line);
}

/** A heading of Markdown of the same level or a higher one, or one with a later number of its depth. */
export function isBeside(line: string, opening: string): boolean {
  const above = numberOf(opening)?.split(".");
  const own = numberOf(line)?.split(".");
  if (above !== undefined && own !== undefined && above.length === own.length) {
    return Number(own.at(-1)) > Number(above.at(-1));
  }
  return signsOf(line) > 0 && signsOf(line) <= signsOf(opening);
}

/** Whether the words of a heading go on in the next line: "Recommended actions for". */
export function isUnfinished(heading: string): boolean {
  return /\b(?:for|and|or|of|to|the|an?|in|on|with|against|from|by)$/iu.test(heading);
}

function numberOf(heading: string): string | undefined {
  return /^\W*((?:\d{1,2}\.)*\d{1,2})\.?\s/u.exec(heading)?.[1];
}

function signsOf(heading: string): number {
  return /^#*/u.exec(heading)?.[0].length ?? 0;
}

/** Capitals throughout, or numbered as chapters are. */
export function isMainHeading(line: string): boolean {
  if (CAPITALS.test(line)) return true;
  return (
    /^(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,4}\.)\s+\p{Lu}/u.test(line) &&
    !/^\d{1,2}[.)]?\s+(?:\p{Lu}\p{Ll}+\s+){0,1}\p{Ll}/u.test(line)
  );
}
