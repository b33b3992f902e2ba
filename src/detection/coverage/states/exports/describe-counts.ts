import type { StateCounts } from "../schema.ts";
import { STANDINGS } from "../vocabulary.ts";
import { STANDING_LOOKS } from "./state-looks.ts";

/** Returns the number of techniques by state as a sentence, for descriptions of files. */
export function describeCounts(counts: StateCounts, all: number): string {
  const parts = STANDINGS.map(
    (standing) => `${counts[standing]} ${STANDING_LOOKS[standing].label.toLowerCase()}`,
  );
  return `${all} ${all === 1 ? "technique" : "techniques"}: ${parts.join(", ")}. Only a test proves that a rule fires.`;
}
