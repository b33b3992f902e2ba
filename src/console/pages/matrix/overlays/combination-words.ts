import type { Combination } from "../search.ts";

/** The name of each way of combining overlays, and what its colors show. */
export const COMBINATION_WORDS: Record<Combination, { name: string; means: string }> = {
  count: { name: "Count", means: "How many overlays have each technique" },
  highest: { name: "Highest score", means: "The highest score that any overlay gives" },
  union: { name: "Union", means: "Techniques in any of the overlays" },
  intersection: { name: "Intersection", means: "Techniques in all of the overlays" },
  difference: {
    name: "Difference",
    means: "Techniques in the first overlay and in none of the others",
  },
};
