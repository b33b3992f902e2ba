import { CONFIDENCE } from "../observables/confidence.ts";
import { type FoundValue, markedValue, type RuledValue } from "../observables/found.ts";
import type { ObservableReader } from "../observables/observable-reader.ts";
import type { MarkedMatch, NewReport } from "./new-report.ts";

/**
 * The observables that a report would bring in, each once, with what keeps them out: those that its
 * origin marks as indicators, then those in its title and text. Stores nothing.
 */
export function matchesOf(report: NewReport, reader: ObservableReader): RuledValue[] {
  const publisher = hostOf(report.url);
  const marked = report.indicators.map((match) => reader.rule(toValue(match), publisher));
  return reader.merge(marked, reader.read(`${report.title}\n${report.text}`, publisher));
}

/** What a sender says of a value. */
export function toValue({ confidence, ...match }: MarkedMatch): FoundValue {
  return markedValue(
    match,
    confidence >= CONFIDENCE.marked ? "indicator" : "mentioned",
    confidence,
  );
}

/** The host of the page that a text comes from; null where there is none. */
export function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
