import type { Match } from "../vocabulary.ts";

/** What being on a warning list says of a value (docs/warning-lists.md). */
export type ListEffect = "benign" | "shared" | "reference" | "example";

/** The warning lists, as far as reading a text needs them. */
export interface WarningEffects {
  effectOf(match: Pick<Match, "kind" | "normalized_value">): ListEffect | null;
}

/** For texts that are read before any lists are there. */
export const NO_LISTS: WarningEffects = { effectOf: () => null };
