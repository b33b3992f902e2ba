/**
 * The form in which two pieces of text are compared when case and width must not matter:
 * Unicode NFKC, lower case, white space collapsed to single spaces and trimmed.
 */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** Orders ids and names the same way on every machine: by UTF-16 code unit. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
