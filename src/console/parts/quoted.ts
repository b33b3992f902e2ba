/** The bullet of a list item in the text of a PDF; an "o" only before a new sentence. */
const ITEM_SIGN = /^(?:[•●▪■◦○‣∙·❖➢✓*–-]|o(?=\s+\p{Lu}))\s+/u;

/** Returns a passage as a quotation: on one line, without a leading bullet. */
export function quoted(passage: string): string {
  return passage.replaceAll(/\s+/gu, " ").trim().replace(ITEM_SIGN, "");
}
