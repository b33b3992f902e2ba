import type { Span } from "./document.ts";

/** Returns the index of the last of some ordered spans that starts at or before an offset, or 0 if none does. */
export function spanAt(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((spans[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
