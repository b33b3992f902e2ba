/** Signs that mark an entry of a list; those of private use are of Word's symbol fonts. */
const SIGNS = "•▪▫●○◦‣⁃■□►➢➤✓✔✗·∙\uF0B7\uF0A7\uF0D8\uF076\uF0FC";

/** A sign before an entry of a list, with the blanks behind it. */
export const BULLET = new RegExp(`^(?:[${SIGNS}]|[-–—*+o»](?=\\s))\\s*`, "u");

/** What marks an entry of a list: a sign, `1.`, `a)`, `(b)`, with the blanks behind it. */
export const MARKER = new RegExp(
  `${BULLET.source}|^(?:[1-9]\\d?[.)](?=\\s|$)|\\(?[a-z]\\)(?=\\s))\\s*`,
  "u",
);

/** A line without the mark of a list before it, and without the bars and blanks of a row. */
export function withoutMarker(line: string): string {
  return line.replace(/^[\s|]+/u, "").replace(MARKER, "");
}
