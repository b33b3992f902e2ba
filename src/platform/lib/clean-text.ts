/** Characters that end a line, control a terminal, change text direction or are invisible. */
const UNSEEN_CLASSES = [
  String.raw`\p{Cc}`,
  String.raw`\p{Zl}`,
  String.raw`\p{Zp}`,
  String.raw`\p{Bidi_Control}`,
  String.raw`\p{Noncharacter_Code_Point}`,
  String.raw`\u00ad`, // soft hyphen
  String.raw`\u200b`, // zero-width space
  String.raw`\u2060-\u2064`, // word joiner and invisible operators
  String.raw`\ufeff`, // byte order mark
  String.raw`\ufff9-\ufffb`, // interlinear annotations
  String.raw`\u{e0000}-\u{e007f}`, // tags
];

/** Text that contains these looks different from what it is. Joiners are allowed, because scripts need them. */
const UNSEEN = new RegExp(`[${UNSEEN_CLASSES.join("")}]+`, "gu");
const UNSEEN_IN_LINES = new RegExp(String.raw`(?:(?![\n\t])[${UNSEEN_CLASSES.join("")}])+`, "gu");
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Returns text as one line that is safe in a comment or string of any language. The result may be empty. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
}

/** Returns multi-line text with `\n` line ends and without invisible characters. */
export function cleanLines(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, "\n").replace(UNSEEN_IN_LINES, "");
}
