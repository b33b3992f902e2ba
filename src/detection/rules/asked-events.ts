import { type CompiledRule, compileSigma } from "../evaluate/compile-sigma.ts";
import type { SigmaSource } from "../catalogue/file-schema.ts";
import { eventIdsOfQuery } from "../languages/query/source.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";

/** More than one rule asks for; what is longer says nothing. */
const MAX_IDS = 200;

/**
 * The ids of Windows events of its log source, of which a rule asks for one wherever it fires, in
 * ascending order; empty where it fires for others too, and for a category, which says its events.
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

/** Of a rule that is joined with others, what any of them asks for. */
function ofSigma(content: string): string[] {
  const asked = tryToCompile(content)?.rules.map((rule) => rule.asked("eventid")) ?? [];
  const known = asked.filter((ids) => ids !== null);
  return known.length === asked.length ? known.flatMap((ids) => [...ids]) : [];
}

/** Null for a rule that is valid and cannot be run, and for one that is not valid. */
function tryToCompile(content: string): CompiledRule | null {
  try {
    return compileSigma(content);
  } catch {
    return null;
  }
}
