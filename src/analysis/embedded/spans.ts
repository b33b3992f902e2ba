/** A part of a text in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The place of the last span that starts at or before `position`, -1 when there is none. */
export function lastStartingAt(spans: readonly Span[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const span = spans[middle];
    if (span !== undefined && span.start <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The span that would be cut in two by a cut at `position`, if there is one; spans are in order. */
export function insideSpan(spans: readonly Span[], position: number): Span | null {
  const span = spans[lastStartingAt(spans, position - 1)];
  return span !== undefined && position < span.end ? span : null;
}
