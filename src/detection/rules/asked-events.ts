import { type CompiledRule, compileSigma } from "../evaluate/compile-sigma.ts";
import type { SigmaSource } from "../catalogue/file-schema.ts";
import { eventIdsOfQuery } from "../languages/query/source.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";

/** No rule lists more; a longer list is not useful. */
const MAX_IDS = 200;

/**
 * Returns the Windows event ids that a rule requires one of, in ascending order. Returns an empty list if it also fires
 * for others, or has a category, which implies its events.
 */
export function askedEvents(
  language: RuleLanguage,
  content: string,
  logsource: SigmaSource | null,
): number[] {
  if (logsource?.product !== "windows" || logsource.category !== undefined) return [];
  const asked = language === "sigma" ? ofSigma(content) : eventIdsOfQuery(language, content);
  const ids = asked.map(Number);
  const isTold = ids.length <= MAX_IDS && ids.every((id) => Number.isInteger(id) && id > 0);
  return isTold ? [...new Set(ids)].sort((a, b) => a - b) : [];
}

/** Returns the event ids that any of several joined rules requires. */
function ofSigma(content: string): string[] {
  const asked = tryToCompile(content)?.rules.map((rule) => rule.asked("eventid")) ?? [];
  const known = asked.filter((ids) => ids !== null);
  return known.length === asked.length ? known.flatMap((ids) => [...ids]) : [];
}

/** Returns null for an invalid rule, and for a valid one that cannot run. */
function tryToCompile(content: string): CompiledRule | null {
  try {
    return compileSigma(content);
  } catch {
    return null;
  }
}
