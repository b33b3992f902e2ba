/** Replacement for a character that cannot be shown (U+FFFD, in Noto Sans a question mark in a diamond). */
export const MARK = "\uFFFD";

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;
const WHITE_SPACE = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu;
const INVISIBLE = /[\u00AD\uFEFF\uFFF9-\uFFFB]/gu;
/**
 * Controls, noncharacters and private use have no glyph. Direction overrides and embeddings disguise file names, so
 * they are shown instead of applied.
 */
const UNSHOWABLE = /[\p{Cc}\p{Co}\p{Cn}\u202A-\u202E\u2066-\u2069]/gu;

/** Marks beyond this number on one letter, more than any language uses, are meant to overlap other lines. */
const HEAPED_MARKS = /([\u0300-\u036F]{2}|\p{M}{4})\p{M}+/gu;

/**
 * Cleans text for setting: well-formed, composed (NFC), lines ended by `\n`, all other white space U+0020, unshowable
 * characters replaced by MARK.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(LINE_ENDS, "\n")
    .replace(WHITE_SPACE, " ")
    .replace(INVISIBLE, "")
    .replace(HEAPED_MARKS, `$1${MARK}`)
    .replace(UNSHOWABLE, (char) => (char === "\n" ? char : MARK));
}
