import { outlineText } from "../../../text/outline/outline-text.ts";
import { sentenceAt, splitSentences } from "../../../text/sentences/sentences.ts";
import type { Passage } from "../tables.ts";

/** Characters on each side of the position. No sentence is longer, and outlining a window is fast. */
const WINDOW = 700;

/**
 * Returns the sentence of a stored text that contains a position, found in the text around it. Returns the position
 * itself if it is in no sentence, such as in a page header.
 */
export function sentenceAround(text: string, place: Passage): Passage {
  const from = Math.max(0, place.start - WINDOW);
  const outline = outlineText(text.slice(from, place.end + WINDOW));
  const sentences = splitSentences(outline);
  const sentence = sentences[sentenceAt(sentences, place.start - from)];
  if (sentence === undefined) return place;
  const start = from + sentence.start;
  const end = from + sentence.end;
  if (start > place.start || end < place.end) return place;
  return { text: text.slice(start, end), start, end };
}
