import type { Outline } from "../../text/document/document.ts";
import { outlineText } from "../../text/outline/outline-text.ts";
import { type FoundValue, markedValue, type RuledValue } from "../observables/found.ts";
import type { ObservableReader } from "../observables/observable-reader.ts";
import { publisherOf } from "../observables/publisher.ts";
import type { MarkedMatch, NewReport } from "./new-report.ts";

/** The maximum length of a mention's sentence. */
const MAX_SENTENCE_CHARS = 400;

/**
 * Returns the observables that a report would add, each once, with any suppression: those that its origin marks as
 * indicators, then those in its title and text. Stores nothing.
 */
export function matchesOf(
  report: NewReport,
  reader: ObservableReader,
  outline = outlineOf(report),
): RuledValue[] {
  const publisher = publisherOf(report.url);
  const marked = report.indicators.map((match) => reader.rule(toValue(match), publisher));
  return reader.merge(marked, reader.read(outline, publisher, report.title));
}

/** Returns the outline of a report's title and text. */
export function outlineOf({
  title,
  text,
  outline,
}: Pick<NewReport, "title" | "text" | "outline">): Outline {
  const whole = `${title}\n${text}`;
  return outline?.text === whole ? outline : outlineText(whole);
}

/** Converts a sender's marking to a value. Its comment becomes the sentence of the mention. */
export function toValue(match: MarkedMatch): FoundValue {
  const { kind, value, normalized_value, role, confidence, comment } = match;
  const marked = markedValue({ kind, value, normalized_value }, role, confidence);
  const { first_seen_at: first, last_seen_at: last, expires_at: until } = match;
  const hasTimes = (first ?? last ?? until) !== undefined;
  const sentence = comment?.slice(0, MAX_SENTENCE_CHARS).toWellFormed();
  return {
    ...marked,
    ...(hasTimes && { times: { first, last, until } }),
    ...(sentence !== undefined && {
      mentions: [{ start: 0, end: 0, role, confidence, section: null, sentence }],
    }),
  };
}
