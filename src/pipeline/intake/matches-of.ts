import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract-observables.ts";
import { suppressionOf } from "../observables/suppression-of.ts";
import { markedValue, type FoundValue, type RuledMatch } from "../observables/found.ts";
import { keyOf } from "../observables/vocabulary.ts";
import type { MarkedMatch, NewReport } from "./new-report.ts";

/** As long as a mention's sentence. */
const MAX_SENTENCE_CHARS = 400;

/**
 * The observables that a report would bring in, each once, with their suppression rules: those that
 * its origin marks as indicators, then those in its title and text. Stores nothing.
 */
export function matchesOf(report: NewReport): Omit<RuledMatch, "id">[] {
  const publisher = hostOf(report.url);
  const marked = report.indicators.map((match) => toValue(match));
  const found = extractObservables(`${report.title}\n${report.text}`).map((match) =>
    markedValue(match, "mentioned", CONFIDENCE.text),
  );
  const merged = new Map<string, Omit<RuledMatch, "id">>();
  for (const value of [...marked, ...found]) {
    const key = keyOf(value);
    if (merged.has(key)) continue;
    merged.set(key, { ...value, suppressed: suppressionOf(value, publisher) });
  }
  return [...merged.values()];
}

/** What a sender says of a value; its comment is the sentence that the value stands in. */
export function toValue({ comment, ...match }: MarkedMatch): FoundValue {
  const { kind, value, normalized_value, role, confidence } = match;
  const marked = markedValue({ kind, value, normalized_value }, role, confidence);
  if (comment === undefined) return marked;
  const sentence = comment.slice(0, MAX_SENTENCE_CHARS).toWellFormed();
  return {
    ...marked,
    mentions: [{ start: 0, end: 0, role, confidence, section: null, sentence }],
  };
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
