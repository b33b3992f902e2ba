import type { Block, Outline, Span } from "./document.ts";
import { spanAt } from "./span-at.ts";

/** Block kinds that are never joined with their neighbors. */
const STANDS_ALONE: ReadonlySet<Block["kind"]> = new Set(["heading", "row"]);

/**
 * Cuts a span to its longest part without furniture and without a neighboring heading or row. A span with none of
 * these is unchanged, even across paragraphs. Returns null if there is only furniture.
 * @param around a span that the part must contain, if given
 */
export function withinBlock(outline: Outline, span: Span, around?: Span): Span | null {
  const parts = partsOf(outline, span);
  const holds = (part: Span) =>
    around !== undefined && part.start < around.end && part.end > around.start;
  const candidates = parts.some(holds) ? parts.filter(holds) : parts;
  const longest = candidates.reduce(
    (best: Span | null, part) => (lengthOf(part) > lengthOf(best) ? part : best),
    null,
  );
  return longest === null ? null : trimSpan(outline.text, longest);
}

/** Returns the parts of a span between furniture, headings and rows. */
function partsOf({ blocks }: Outline, span: Span): Span[] {
  const parts: Span[] = [];
  let open: (Span & { isAlone: boolean }) | null = null;
  for (let at = spanAt(blocks, span.start); at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined || block.start >= span.end) break;
    const start = Math.max(block.start, span.start);
    const end = Math.min(block.end, span.end);
    if (end <= start) continue;
    const isAlone = STANDS_ALONE.has(block.kind);
    if (block.kind === "furniture") open = null;
    else if (open !== null && !isAlone && !open.isAlone) open.end = end;
    else {
      open = { start, end, isAlone };
      parts.push(open);
    }
  }
  return parts;
}

function lengthOf(span: Span | null): number {
  return span === null ? 0 : span.end - span.start;
}

/** Trims a span. @returns null for white space */
function trimSpan(text: string, { start, end }: Span): Span | null {
  const shown = text.slice(start, end);
  const from = start + shown.length - shown.trimStart().length;
  const length = shown.trim().length;
  return length === 0 ? null : { start: from, end: from + length };
}
