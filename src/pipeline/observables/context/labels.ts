import type { LabelMeaning } from "./meanings.ts";
import { findLabelWords } from "./words/words.ts";

/** "C2 domain" means indicator rather than typed, and "phishing link" is not a reference. */
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
/** Words so common that they are labels only alone: "To:", not "connected to:". */
const COMMON = 4;

/** Returns the meaning that a label or column heading gives to its values, or null if it has none. */
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
/** A name, and its separator from the value: a colon, an equals sign, quotes or brackets. */
const LABEL =
  /([\p{L}$][\p{L}\p{M}\d _./&-]{0,38}?)(?:\s?\(s\))?["'`”*]{0,3}\s{0,3}(?:=>|:=|[:=：])\s{0,3}[\p{Pi}\p{Pf}"'`“<([*{]{0,4}$/u;

/** Returns the label before the value at `start` on its line, or null if there is none. */
export function labelBefore(text: string, lineStart: number, start: number): string | null {
  const before = text.slice(Math.max(lineStart, start - BEFORE), start);
  if (!/[:=：]\s{0,3}[\p{Pi}\p{Pf}"'`“<([*{]{0,4}$/u.test(before)) return null;
  const [, label] = LABEL.exec(before) ?? [];
  return label === undefined ? null : label.trim();
}

const MAX_HEAD = 40;

/**
 * Returns the meanings of a table's columns from the cells of its first row. Returns an empty list if fewer than
 * two have one.
 */
export function headsOf(cells: readonly string[]): (LabelMeaning | null)[] {
  if (cells.length < 2 || cells.some((cell) => cell.length > MAX_HEAD)) return [];
  const heads = cells.map(labelMeaningOf);
  return heads.filter((meaning) => meaning !== null).length >= 2 ? heads : [];
}

/** Returns whether a line contains column headings that a text has lost: "Indicator Type Indicator Source". */
export function hasLostSources(line: string): boolean {
  if (line.length > 2 * MAX_HEAD) return false;
  const words = line.split(" ", 9);
  if (words.length > 8 || labelMeaningOf(words[0] ?? "") === null) return false;
  const heads = headsOf(words);
  const known = heads.filter((meaning) => meaning !== null).length;
  return heads.includes("reference") && known * 2 >= words.length;
}
