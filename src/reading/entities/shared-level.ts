import type { Marked } from "./strictest-marking.ts";
import { TLP_MARKINGS } from "./vocabulary.ts";

/** Whom a report may reach: a marking that a person decided, or that nobody has decided yet. */
export const SHARED_LEVELS = [...TLP_MARKINGS, "undecided"] as const;
export type SharedLevel = (typeof SHARED_LEVELS)[number];

/**
 * Whom a report may reach. What a report prints is nobody's decision, except that one that prints
 * TLP:RED is red until a person says otherwise.
 */
export function sharedLevel({ tlp, tlp_in_text: printed }: Marked): SharedLevel {
  return tlp ?? (printed === "red" ? "red" : "undecided");
}
