import type { Outline } from "./document.ts";

/**
 * Returns the text with its furniture replaced by blanks, so that consumers find nothing in page headers and
 * watermarks. The length and all offsets are unchanged. Where a paragraph continues after furniture, a single line
 * break separates its parts.
 */
export function bodyText({ text, blocks }: Outline): string {
  const parts: string[] = [];
  let from = 0;
  for (const [at, { kind, start, end }] of blocks.entries()) {
    if (kind !== "furniture") continue;
    const next = blocks[at + 1];
    const goesOn = next?.continues === true;
    const first = goesOn ? from + text.slice(from, start).trimEnd().length : start;
    const last = goesOn ? next.start : end;
    parts.push(text.slice(from, first));
    parts.push(goesOn ? `${" ".repeat(last - first - 1)}\n` : " ".repeat(last - first));
    from = last;
  }
  return from === 0 ? text : parts.join("") + text.slice(from);
}
