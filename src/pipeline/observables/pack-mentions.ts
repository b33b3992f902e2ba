import type { Mentions, RuledMatch } from "./vocabulary.ts";

/** Characters of one JSON parameter: under D1's 2 MB even where each takes three bytes of UTF-8. */
const CHUNK_CHARS = 600_000;
/** Characters of a match beside its two values: its id, its kind, and the signs of JSON. */
const MATCH_CHARS = 80;
/** Matches of one source in one part. */
const PART_MATCHES = 1_000;

/** A match as SQL reads it: its confidence if it is admitted, its suppression rule if it is not. */
export type PackedMatch = [
  id: string,
  kind: string,
  value: string,
  normalizedValue: string,
  confidenceOrRule: number | string,
];

/** Matches of one source as compact rows for SQL, beside the key of the source. */
export interface PackedMentions {
  [key: string]: unknown;
  admitted: PackedMatch[];
  suppressed: PackedMatch[];
}

/** Cuts matches into lists each of which fits into one D1 parameter. */
export function* packMentions(list: readonly Mentions[]): Generator<PackedMentions[]> {
  let chunk: PackedMentions[] = [];
  let size = 0;
  for (const { key, matches } of list) {
    for (const part of cut(matches, PART_MATCHES)) {
      const chars = sizeOf(key, part);
      if (size + chars > CHUNK_CHARS && chunk.length > 0) {
        yield chunk;
        chunk = [];
        size = 0;
      }
      chunk.push(pack(key, part));
      size += chars;
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** Cuts a list into lists of at most so many. */
export function* cut<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

function pack(key: Mentions["key"], matches: readonly RuledMatch[]): PackedMentions {
  const packed: PackedMentions = { ...key, admitted: [], suppressed: [] };
  for (const { id, kind, value, normalized_value, confidence, rule } of matches) {
    if (rule === null) packed.admitted.push([id, kind, value, normalized_value, confidence]);
    else packed.suppressed.push([id, kind, value, normalized_value, rule]);
  }
  return packed;
}

function sizeOf(key: Mentions["key"], matches: readonly RuledMatch[]): number {
  return matches.reduce(
    (sum, match) => sum + match.value.length + match.normalized_value.length + MATCH_CHARS,
    JSON.stringify(key).length,
  );
}
