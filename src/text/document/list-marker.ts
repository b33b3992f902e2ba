/** List bullets. Private-use characters come from Word's symbol fonts. */
const SIGNS = "•▪▫●○◦‣⁃■□►➢➤✓✔✗·∙\uF0B7\uF0A7\uF0D8\uF076\uF0FC";

/** Matches a bullet and the blanks after it. */
export const BULLET = new RegExp(`^(?:[${SIGNS}]|[-–—*+o»](?=\\s))\\s*`, "u");

/** Matches a list marker and the blanks after it: a bullet, `1.`, `a)`, `(b)`. */
export const MARKER = new RegExp(
  `${BULLET.source}|^(?:[1-9]\\d?[.)](?=\\s|$)|\\(?[a-z]\\)(?=\\s))\\s*`,
  "u",
);

/** Returns a line without its list marker and without the bars and blanks of a table row. */
export function withoutMarker(line: string): string {
  return line.replace(/^[\s|]+/u, "").replace(MARKER, "");
}
