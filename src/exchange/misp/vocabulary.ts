import type { SharedLevel } from "../../reading/entities/shared-level.ts";

/** The feeds by address suffix, with the sharing levels of their reports. */
export const FEEDS = {
  clear: ["clear"],
  green: ["clear", "green"],
  amber: ["clear", "green", "amber"],
  "amber-strict": ["clear", "green", "amber", "amber+strict"],
} as const satisfies Record<string, readonly SharedLevel[]>;
export type FeedName = keyof typeof FEEDS;
export const FEED_NAMES = Object.keys(FEEDS) as [FeedName, ...FeedName[]];

/** The feed without a suffix: all levels except TLP:RED, for a MISP server of the same organization. */
export const WHOLE_FEED: readonly SharedLevel[] = [...FEEDS["amber-strict"], "undecided"];
