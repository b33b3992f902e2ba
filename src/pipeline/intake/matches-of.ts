import { CONFIDENCE } from "../observables/confidence.ts";
import { extractObservables } from "../observables/extract/extract-observables.ts";
import { suppressionRuleOf } from "../observables/suppression-rule.ts";
import { keyOf, type Match, type RuledMatch } from "../observables/vocabulary.ts";
import type { NewReport } from "./new-report.ts";

interface WeighedMatch {
  match: Match;
  confidence: number;
}

/**
 * The observables that a report would bring in, each once, with their suppression rules: those that
 * its origin marks as indicators, then those in its title and text. Stores nothing.
 */
export function matchesOf(report: NewReport): Omit<RuledMatch, "id">[] {
  const publisher = hostOf(report.url);
  const marked: WeighedMatch[] = report.indicators.map(({ confidence, ...match }) => ({
    match,
    confidence,
  }));
  const found: WeighedMatch[] = extractObservables(`${report.title}\n${report.text}`).map(
    (match) => ({ match, confidence: CONFIDENCE.text }),
  );
  const merged = new Map<string, Omit<RuledMatch, "id">>();
  for (const { match, confidence } of [...marked, ...found]) {
    const key = keyOf(match);
    if (merged.has(key)) continue;
    merged.set(key, { ...match, confidence, rule: suppressionRuleOf(match, publisher) });
  }
  return [...merged.values()];
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}
