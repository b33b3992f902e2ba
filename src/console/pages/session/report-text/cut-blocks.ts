/** A stretch of the report that is laid out by itself, in UTF-16 code units. */
export interface Block {
  start: number;
  text: string;
}

/** So many are laid out quickly, and few enough of them make a report of 1,000,000 characters. */
const BLOCK_CHARS = 2_000;

/** The text in blocks that end at line breaks where there are any; joined they are the text. */
export function cutBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOf(text, start);
    blocks.push({ start, text: text.slice(start, end) });
    start = end;
  }
  return blocks;
}

function endOf(text: string, start: number): number {
  const limit = start + BLOCK_CHARS;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf("\n", limit);
  if (line > start) return line + 1;
  // Never between the halves of a surrogate pair.
  return isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
