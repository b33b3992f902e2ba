import { MAX_PASSAGES } from "../analyser/passages.ts";
import { ABSURD } from "./check-evidence.ts";
import type { StoredTechnique } from "./store.ts";
import type { Passage } from "./tables.ts";

/** Merges two findings of a technique. The better one adds the passages of the other, and records its id. */
export function mergeResults(before: StoredTechnique, result: StoredTechnique): StoredTechnique {
  const [better, other] = isBetter(result, before) ? [result, before] : [before, result];
  const { attack_id: id, replaced_from: replaced } = other;
  const isNamed = replaced === null || replaced === better.replaced_from;
  const also = isNamed ? [] : [`The report also names ${replaced}, which ${id} replaces.`];
  // This warning is about the other finding's evidence.
  const warnings = other.warnings.filter((warning) => warning !== ABSURD);
  return {
    ...better,
    passages: mergePassages(better.passages, other.passages),
    warnings: [...new Set([...better.warnings, ...warnings, ...also])],
  };
}

/** Returns the best passage of both findings, then the others of the first, up to the limit. */
function mergePassages(own: readonly Passage[], others: readonly Passage[]): Passage[] {
  const isApart = ({ start, end }: Passage) =>
    !own.some((one) => start < one.end && end > one.start);
  const further = others.filter(isApart);
  const room = further.length === 0 ? MAX_PASSAGES : MAX_PASSAGES - 1;
  return [...own.slice(0, room), ...further].slice(0, MAX_PASSAGES);
}

/** Compares by confidence. On a tie, the finding printed by its own id is better. */
function isBetter(result: StoredTechnique, before: StoredTechnique): boolean {
  if (result.confidence !== before.confidence) return result.confidence > before.confidence;
  return result.replaced_from === null && before.replaced_from !== null;
}
