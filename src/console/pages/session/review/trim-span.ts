import type { Span } from "../../../api/session.ts";

/** Returns a passage without the white space that a selection takes along. */
export function trimSpan(text: string, { start, end }: Span): Span {
  const passage = text.slice(start, end);
  const from = start + (passage.length - passage.trimStart().length);
  return { start: from, end: from + passage.trim().length };
}
