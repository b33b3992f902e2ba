import type { Match } from "../vocabulary.ts";

/** The effect of a warning list on a value (docs/warning-lists.md). */
export type ListEffect = "benign" | "shared" | "reference" | "example";

/** The part of the warning lists that text analysis needs. */
export interface WarningEffects {
  effectOf(match: Pick<Match, "kind" | "normalized_value">): ListEffect | null;
}

/** For texts analyzed before any lists are available. */
export const NO_LISTS: WarningEffects = { effectOf: () => null };
