import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";

/** A piece of the text to analyze in one step. `start`..`end` is the slice; `from`..`to` includes its context. */
export interface Slice {
  start: number;
  end: number;
  from: number;
  to: number;
}

/** Size of a slice in UTF-16 units. */
export const SLICE_LENGTH = 50_000;
/** Context in UTF-16 units on each side of a slice. Longer than any printed name or id. */
const MARGIN = 400;

/** Cuts the whole text into slices of about `length`, each starting at a sentence. Returns at least one. */
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

/** Returns the sentences in a slice and its context, with offsets from `slice.from`. */
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
