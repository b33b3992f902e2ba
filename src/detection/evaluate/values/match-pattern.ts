import { ANY, joinPlain, type Pattern, plainText } from "./pattern.ts";
import { Segment } from "./segment.ts";

/** Matches text that is folded like the pattern. */
export interface TextMatcher {
  test(text: string): boolean;
  /** Returns the maximum steps for a text of this many code units. */
  cost(length: number): number;
}

/** V8 skips through text with a table of this many characters; longer patterns may be compared at every position. */
const MAX_TABLE = 250;

/** Compiles a pattern to a matcher of the whole text, or of the parts that its `*` allow. */
export function compilePattern(pattern: Pattern): TextMatcher {
  const parts = joinPlain(pattern);
  const hasStart = parts.length > 0 && parts[0] === ANY;
  const hasEnd = parts.length > 1 && parts.at(-1) === ANY;
  const inner = parts.slice(hasStart ? 1 : 0, hasEnd ? -1 : undefined);
  if (inner.length === 0) {
    if (hasStart) return { test: () => true, cost: () => 1 };
    return { test: (text) => text === "", cost: () => 1 };
  }
  const plain = plainText(inner);
  if (plain !== null) return matchPlain(plain, hasStart, hasEnd);
  return matchSegments(inner, hasStart, hasEnd);
}

function matchPlain(plain: string, hasStart: boolean, hasEnd: boolean): TextMatcher {
  const short = { cost: () => 2 + (plain.length >> 4) };
  if (!hasStart && !hasEnd) return { ...short, test: (text) => text === plain };
  if (!hasStart) return { ...short, test: (text) => text.startsWith(plain) };
  if (!hasEnd) return { ...short, test: (text) => text.endsWith(plain) };
  const passes = plain.length > MAX_TABLE ? plain.length >> 3 : 1;
  return {
    test: (text) => text.includes(plain),
    cost: (length) => 3 + (length >> 4) * passes,
  };
}

function matchSegments(parts: Pattern, hasStart: boolean, hasEnd: boolean): TextMatcher {
  const segments: Segment[] = [];
  let weight = 0;
  let from = 0;
  for (let i = 0; i <= parts.length; i += 1) {
    if (i < parts.length && parts[i] !== ANY) continue;
    const piece = parts.slice(from, i);
    for (const part of piece) weight += typeof part === "string" ? part.length : 1;
    segments.push(new Segment(piece));
    from = i + 1;
  }
  const test = (text: string) => testSegments(segments, text, hasStart, hasEnd);
  return { test, cost: (length) => 10 + (length >> 3) * Math.min(weight, length) };
}

function testSegments(
  segments: readonly Segment[],
  text: string,
  hasStart: boolean,
  hasEnd: boolean,
): boolean {
  let at = 0;
  const last = segments.length - 1;
  for (const [i, segment] of segments.entries()) {
    const isFirst = i === 0 && !hasStart;
    const isLast = i === last && !hasEnd;
    if (isFirst && isLast) return segment.endOf(text, 0) === text.length;
    if (isLast) return segment.startOf(text, text.length) >= at;
    at = isFirst ? segment.endOf(text, 0) : segment.findEnd(text, at);
    if (at === -1) return false;
  }
  return true;
}
