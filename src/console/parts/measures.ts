import type { Mode } from "../api/actors.ts";

/** The displayed names of the comparison measures. */
export const MODE_NAMES: Record<Mode, string> = {
  mixed: "Mixed",
  jaccard: "Jaccard",
  rollup: "Parents",
  containment: "Containment",
  weighted: "Weighted",
};

/** What each measures. */
export const MODE_HINTS: Record<Mode, string> = {
  mixed:
    "Half how much of the set is known for it, half how alike both are; rare techniques count more.",
  jaccard: "Shared techniques out of all that either has.",
  rollup: "The same with each sub-technique counted as its parent.",
  containment: "Shared techniques out of those of the set.",
  weighted: "Shared out of all, with rare techniques counting more.",
};
