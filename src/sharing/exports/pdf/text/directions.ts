import bidiFactory, { type EmbeddingLevels } from "bidi-js";

const bidi = bidiFactory();

/** Any character that the bidirectional algorithm may reorder. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Directions of a paragraph: the embedding level of each code unit (odd is right to left), null if all are 0. */
export interface Directions {
  isRightToLeft: boolean;
  levels: Uint8Array | null;
}

/** Resolves the directions of one paragraph (UAX #9). Its base direction is that of its first strong letter. */
export function resolveDirections(text: string): Directions {
  if (!RIGHT_TO_LEFT.test(text)) return { isRightToLeft: false, levels: null };
  const { levels, paragraphs }: EmbeddingLevels = bidi.getEmbeddingLevels(text, "auto");
  return { isRightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1, levels };
}

/** Reorders the parts of one line, given from start to end, to left to right (UAX #9, rule L2). */
export function toVisualOrder<T extends { level: number }>(parts: readonly T[]): T[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...ordered.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      if ((ordered[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((ordered[to + 1]?.level ?? -1) >= level) to += 1;
      ordered.splice(from, to - from + 1, ...ordered.slice(from, to + 1).toReversed());
      from = to;
    }
  }
  return ordered;
}

/** Mirrors the brackets of text that is drawn from right to left (UAX #9, rule L4). */
export function mirrorText(text: string): string {
  return Array.from(text, (char) => bidi.getMirroredCharacter(char) ?? char).join("");
}
