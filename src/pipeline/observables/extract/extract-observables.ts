import { keyOf, type Match, OBSERVABLE_KINDS } from "../vocabulary.ts";
import { findOccurrences } from "./find-occurrences.ts";

const PLACES = new Map<string, number>(OBSERVABLE_KINDS.map((kind, place) => [kind, place]));
const placeOf = ({ kind }: Match) => PLACES.get(kind) ?? 0;

/**
 * The observables that stand in a text, each once, in the order of their kinds and places. Time is
 * linear in the text. What is merely harmless is found too: see `suppression-rule.ts`.
 */
export function extractObservables(text: string): Match[] {
  const found = new Map<string, Match>();
  for (const { kind, value, normalized_value } of findOccurrences(text)) {
    const match = { kind, value, normalized_value };
    const key = keyOf(match);
    if (!found.has(key)) found.set(key, match);
  }
  return [...found.values()].sort((a, b) => placeOf(a) - placeOf(b));
}
