/** Line of a text, in UTF-16 units. `text` is trimmed. */
export interface Line {
  start: number;
  end: number;
  text: string;
}

const LINE_BREAK = /\r\n|[\n\r\f\v\u2028\u2029]/g;

/** Returns all lines in order, without line breaks. */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  const add = (end: number) => lines.push({ start, end, text: text.slice(start, end).trim() });
  for (const { index, 0: lineBreak } of text.matchAll(LINE_BREAK)) {
    add(index);
    start = index + lineBreak.length;
  }
  add(text.length);
  return lines;
}
