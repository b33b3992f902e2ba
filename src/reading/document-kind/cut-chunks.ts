import { bodyText } from "../../text/document/body-text.ts";
import type { Outline, Span } from "../../text/document/document.ts";

/** Characters of a chunk: enough for a clear verdict, and few enough that a long text has many chunks. */
const SIZE = 1200;
/** Minimum length of a chunk that a heading ends. */
const LEAST = 400;
/** Maximum chunks. A longer text is sampled evenly, so that the cost is bounded. */
const MOST = 100;

/** The chunks to judge, in order. `stride` is 1 for all chunks of a text, and n for every nth one. */
export interface Chunks {
  text: string;
  spans: Span[];
  stride: number;
}

/** Cuts the body of a text into chunks at block boundaries. Splits long blocks. */
export function cutChunks(outline: Outline): Chunks {
  const spans: Span[] = [];
  let open: Span | null = null;
  for (const { kind, start, end } of outline.blocks) {
    if (kind === "furniture") continue;
    if (open !== null) {
      const length = open.end - open.start;
      if (end - open.start > SIZE || (kind === "heading" && length >= LEAST)) {
        spans.push(open);
        open = null;
      }
    }
    let from: number = open?.start ?? start;
    for (; end - from > 2 * SIZE; from += SIZE) spans.push({ start: from, end: from + SIZE });
    open = { start: from, end };
  }
  if (open !== null) spans.push(open);
  const stride = Math.ceil(spans.length / MOST);
  const sampled = spans.filter((_span, at) => at % Math.max(1, stride) === 0);
  return { text: bodyText(outline), spans: sampled, stride };
}
