import type { Marked } from "./strictest-marking.ts";
import { TLP_MARKINGS } from "./vocabulary.ts";

/** Who may receive a report: a marking decided by a person, or undecided. */
export const SHARED_LEVELS = [...TLP_MARKINGS, "undecided"] as const;
export type SharedLevel = (typeof SHARED_LEVELS)[number];

/**
 * Returns who may receive a report. A printed marking is not a decision, except that printed TLP:RED applies until a
 * person decides otherwise.
 */
export function sharedLevel({ tlp, tlp_in_text: printed }: Marked): SharedLevel {
  return tlp ?? (printed === "red" ? "red" : "undecided");
}
