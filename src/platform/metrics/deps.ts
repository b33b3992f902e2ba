import type { TallyStore } from "./tally-store.ts";

/** What counting takes that no restart resets. */
export interface TallyDeps {
  tallies: TallyStore;
}
