import type { Match } from "../vocabulary.ts";
import { keyOf } from "../vocabulary.ts";
import { findOccurrences } from "./find-occurrences.ts";

/**
 * The observables that stand in a text, each once, in the order of their places. Time is linear in
 * the text. What is merely harmless is found too: see `suppression-rule.ts`.
 */
export function extractObservables(text: string): Match[] {
  const found = new Map<string, Match>();
  for (const { kind, value, normalized_value } of findOccurrences(text)) {
    const match = { kind, value, normalized_value };
    const key = keyOf(match);
    if (!found.has(key)) found.set(key, match);
  }
  return [...found.values()];
}
