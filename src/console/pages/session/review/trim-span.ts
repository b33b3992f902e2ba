import type { Span } from "../../../api/session.ts";

/** Returns a passage without surrounding white space from the selection. */
export function trimSpan(text: string, { start, end }: Span): Span {
  const passage = text.slice(start, end);
  const from = start + (passage.length - passage.trimStart().length);
  return { start: from, end: from + passage.trim().length };
}
