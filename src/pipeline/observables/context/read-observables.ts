import type { Outline } from "../../../text/document/document.ts";
import { findOccurrences } from "../extract/find-occurrences.ts";
import type { FoundValue } from "../found.ts";
import { readMentions } from "./read-mentions.ts";
import { NO_LISTS, type WarningEffects } from "./warning-effects.ts";

/** Where a text comes from, and what is known of values without it. */
export interface TextSource {
  /** Host of the site that published it, whose own name is no indicator; null where none is known. */
  publisher: string | null;
  title?: string | null;
  lists?: WarningEffects;
}

/**
 * The values of a text, each with its role, its confidence (0 to 100) and the places that show them, in
 * the order of their first places (docs/observables.md, Roles and confidence).
 */
export function readObservables(outline: Outline, source: TextSource): FoundValue[] {
  const { publisher, title = null, lists = NO_LISTS } = source;
  return readMentions(outline, findOccurrences(outline), { publisher, title, lists });
}
