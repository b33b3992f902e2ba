import type { LabelMeaning } from "./meanings.ts";
import { findLabelWords } from "./words/words.ts";

/** "C2 domain" says indicator rather than typed; "phishing link" is no reference. */
const PRECEDENCE: readonly LabelMeaning[] = [
  "own",
  "service",
  "victim",
  "indicator",
  "contact",
  "reference",
  "tool",
  "typed",
  "note",
];
const MAX_LABEL = 40;
/** Words so common that they are labels only by themselves: "To:", not "connected to:". */
const COMMON = 4;

/** What a label, or the heading of a column, says of its values; null where it says nothing. */
export function labelMeaningOf(label: string): LabelMeaning | null {
  const plain = (label.includes("_") ? label.replaceAll("_", " ") : label).trim();
  if (plain === "" || plain.length > MAX_LABEL) return null;
  const hits = findLabelWords(plain, 0, plain.length).filter(
    ({ meaning, start, end }) =>
      end - start > COMMON ||
      end - start === plain.length ||
      meaning === "typed" ||
      meaning === "indicator",
  );
  if (hits.length === 0) return null;
  return PRECEDENCE.find((one) => hits.some(({ meaning }) => meaning === one)) ?? null;
}

const BEFORE = 56;
/** A name, and what parts it from its value: a colon, an equals sign, quotes, brackets. */
const LABEL =
  /([\p{L}$][\p{L}\p{M}\d _./&-]{0,38}?)(?:\s?\(s\))?["'`”*]{0,3}\s{0,3}(?:=>|:=|[:=：])\s{0,3}[\p{Pi}\p{Pf}"'`“<([*{]{0,4}$/u;

/** The label before the value at `start` on its line, null where there is none. */
export function labelBefore(text: string, lineStart: number, start: number): string | null {
  const before = text.slice(Math.max(lineStart, start - BEFORE), start);
  if (!/[:=：]\s{0,3}[\p{Pi}\p{Pf}"'`“<([*{]{0,4}$/u.test(before)) return null;
  const [, label] = LABEL.exec(before) ?? [];
  return label === undefined ? null : label.trim();
}

const MAX_HEAD = 40;

/**
 * What the columns of a table hold, by the cells of its first row; empty where fewer than two of them say so.
 */
export function headsOf(cells: readonly string[]): (LabelMeaning | null)[] {
  if (cells.length < 2 || cells.some((cell) => cell.length > MAX_HEAD)) return [];
  const heads = cells.map(labelMeaningOf);
  return heads.filter((meaning) => meaning !== null).length >= 2 ? heads : [];
}

/** Whether the words of a line are the heads of columns that a text has lost: "Indicator Type Indicator Source". */
export function hasLostSources(line: string): boolean {
  if (line.length > 2 * MAX_HEAD) return false;
  const words = line.split(" ", 9);
  if (words.length > 8 || labelMeaningOf(words[0] ?? "") === null) return false;
  const heads = headsOf(words);
  const known = heads.filter((meaning) => meaning !== null).length;
  return heads.includes("reference") && known * 2 >= words.length;
}
