import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract-observables.ts";
import { suppressionRuleOf } from "../observables/suppression-rule.ts";
import { markedValue, type FoundValue, type RuledMatch } from "../observables/found.ts";
import { keyOf } from "../observables/vocabulary.ts";
import type { MarkedMatch, NewReport } from "./new-report.ts";

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
    merged.set(key, { ...value, suppressed: suppressionRuleOf(value, publisher) });
  }
  return [...merged.values()];
}

/** What a sender says of a value. */
export function toValue({ confidence, ...match }: MarkedMatch): FoundValue {
  return markedValue(
    match,
    confidence >= CONFIDENCE.marked ? "indicator" : "mentioned",
    confidence,
  );
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
