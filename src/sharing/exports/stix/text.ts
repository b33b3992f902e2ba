/** Controls, and characters that change the direction of the surrounding text. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Cleans text for one line of a STIX object, so that a name cannot disguise itself. */
export function stixLine(text: string): string {
  return text.toWellFormed().replace(UNSHOWABLE, " ").replace(/ {2,}/g, " ").trim();
}

/** Cleans text of several lines, like `stixLine`. */
export function stixText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, "\n").split("\n");
  return lines.map(stixLine).join("\n").trim();
}

/** Returns a timestamp in STIX form, in UTC, or null for an invalid one. */
export function timestampOf(value: string | null | undefined): string | null {
  return value && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? value : null;
}

/** Replaces line ends by blanks, since a sentence may extend over several lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
