import { cleanLine } from "../../../platform/lib/clean-text.ts";

const MOST_LINES = 10;
const MOST_CHARS = 200;

/** Limits lines to a chat message, and counts the omitted ones. */
export function fitLines(lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST_LINES).map((line) => fitText(line, MOST_CHARS));
  const left = lines.length - shown.length;
  return left === 0 ? shown : [...shown, `… and ${left} more`];
}

/** Returns a text as one line of limited length in UTF-16 code units. */
export function fitText(text: string, most: number): string {
  const line = cleanLine(text);
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
