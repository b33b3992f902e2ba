/** Controls, and characters that change the direction of what stands around them. */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Text for one line of a STIX object: a name that cannot disguise itself. */
export function stixLine(text: string): string {
  return text.toWellFormed().replace(UNSHOWABLE, " ").replace(/ {2,}/g, " ").trim();
}

/** Text of several lines, each as above. */
export function stixText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, "\n").split("\n");
  return lines.map(stixLine).join("\n").trim();
}

/** A timestamp as STIX wants it, in UTC; null for what is none. */
export function timestampOf(value: string | null | undefined): string | null {
  return value && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? value : null;
}

/** Text whose line ends are blanks; a sentence may go over several lines. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
