import type { Room } from "../../platform/room.ts";
import type { TrendDeps } from "./deps.ts";
import { mountTrends } from "./routes.ts";

/** What reports name over time. */
export const trendsRoom: Room<TrendDeps> = { routes: mountTrends };
