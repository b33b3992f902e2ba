import type { SharedLevel } from "../../reading/entities/shared-level.ts";

/** The feeds by the end of their address, and whom the reports in each may reach. */
export const FEEDS = {
  clear: ["clear"],
  green: ["clear", "green"],
  amber: ["clear", "green", "amber"],
  "amber-strict": ["clear", "green", "amber", "amber+strict"],
} as const satisfies Record<string, readonly SharedLevel[]>;
export type FeedName = keyof typeof FEEDS;
export const FEED_NAMES = Object.keys(FEEDS) as [FeedName, ...FeedName[]];

/** The feed without such an end: all but TLP:RED, for a MISP of the same organization. */
export const WHOLE_FEED: readonly SharedLevel[] = [...FEEDS["amber-strict"], "undecided"];
