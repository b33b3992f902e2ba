import LineBreaker from "linebreak";

/** A possible line break, before the code unit at `at`; `required` at a line end of the text. */
export interface LineBreak {
  at: number;
  required: boolean;
}

/** Scripts without spaces, whose words require a dictionary (UAX #14, class SA). */
const NEEDS_DICTIONARY = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const words = new Intl.Segmenter("th", { granularity: "word" });

/** Lists the possible line breaks of a text (UAX #14), in order. The last one is the end of the text. */
export function listLineBreaks(text: string): LineBreak[] {
  const breaker = new LineBreaker(text);
  const breaks: LineBreak[] = [];
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    breaks.push({ at: next.position, required: next.required });
  }
  return NEEDS_DICTIONARY.test(text) ? addWordStarts(text, breaks) : breaks;
}

function addWordStarts(text: string, breaks: readonly LineBreak[]): LineBreak[] {
  const all = new Map(breaks.map((known) => [known.at, known]));
  for (const { segment, index } of words.segment(text)) {
    if (index === 0 || all.has(index) || !NEEDS_DICTIONARY.test(segment)) continue;
    if (NEEDS_DICTIONARY.test(text[index - 1] ?? ""))
      all.set(index, { at: index, required: false });
  }
  return [...all.values()].sort((a, b) => a.at - b.at);
}
