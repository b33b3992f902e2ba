/** The sign of a list item, as it is left in the text of a PDF; an "o" only before a new sentence. */
const ITEM_SIGN = /^(?:[•●▪■◦○‣∙·❖➢✓*–-]|o(?=\s+\p{Lu}))\s+/u;

/** A passage as it is quoted: in one line, without the sign of the list item that it begins with. */
export function quoted(passage: string): string {
  return passage.replaceAll(/\s+/gu, " ").trim().replace(ITEM_SIGN, "");
}
