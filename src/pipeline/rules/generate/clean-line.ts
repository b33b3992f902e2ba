/**
 * Characters that end a line, steer a terminal or turn the direction of text, and those that nobody
 * sees: a rule that holds them reads differently from how it runs. Joiners stay, scripts need them.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** Text as one line that is safe in a comment or string of any language; may come out empty. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
}
