import type { Outline } from "../../../text/document/document.ts";
import { findOccurrences } from "../extract/find-occurrences.ts";
import type { FoundValue } from "../found.ts";
import { readMentions } from "./read-mentions.ts";
import { NO_LISTS, type WarningEffects } from "./warning-effects.ts";

/** The origin of a text, and prior knowledge of its values. */
export interface TextSource {
  /** Host of the publishing site, whose own name is not an indicator, or null if unknown. */
  publisher: string | null;
  title?: string | null;
  lists?: WarningEffects;
}

/**
 * Returns the values of a text with role, confidence (0 to 100) and supporting mentions, ordered by first position
 * (docs/observables.md, Roles and confidence).
 */
export function readObservables(outline: Outline, source: TextSource): FoundValue[] {
  const { publisher, title = null, lists = NO_LISTS } = source;
  return readMentions(outline, findOccurrences(outline), { publisher, title, lists });
}
