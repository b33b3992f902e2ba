import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";

/** A piece of the text to analyze in one go: `start`..`end` is its own, `from`..`to` what it may look at. */
export interface Slice {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** Size of a slice in UTF-16 units. */
export const SLICE_LENGTH = 50_000;
/** How far a slice looks beyond its borders; longer than any printed name or id. */
const MARGIN = 400;

/** Slices of about `length`, together the whole text, each begun where a sentence begins; at least one. */
export function cutSlices(
  textLength: number,
  sentences: readonly Sentence[],
  length: number = SLICE_LENGTH,
): Slice[] {
  const starts = [0];
  let begun = 0;
  for (const { start } of sentences) {
    if (start - begun < length) continue;
    starts.push(start);
    begun = start;
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? textLength;
    return {
      start,
      end,
      from: Math.max(0, start - MARGIN),
      to: Math.min(textLength, end + MARGIN),
    };
  });
}

/** The sentences that a slice may look at, with offsets from `slice.from`. */
export function sentencesOf(slice: Slice, sentences: readonly Sentence[]): Sentence[] {
  const first = sentenceAt(sentences, slice.from);
  const seen: Sentence[] = [];
  for (let index = first; index < sentences.length; index += 1) {
    const sentence = sentences[index];
    if (sentence === undefined || sentence.start >= slice.to) break;
    seen.push({ start: sentence.start - slice.from, end: sentence.end - slice.from });
  }
  return seen;
}
