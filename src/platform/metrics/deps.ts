import type { TallyStore } from "./tally-store.ts";

/** What counters that survive restarts require. */
export interface TallyDeps {
  tallies: TallyStore;
}
