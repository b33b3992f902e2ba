import type { Room } from "../../../platform/room.ts";
import type { CoverageHistoryDeps } from "./deps.ts";
import { mountCoverageHistory } from "./routes.ts";
import { takeDailySnapshots } from "./take-snapshot.ts";

/** Coverage over time. */
export const coverageHistoryRoom: Room<CoverageHistoryDeps> = {
  routes: mountCoverageHistory,
  housekeeping: takeDailySnapshots,
};
