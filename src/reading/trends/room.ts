import type { Room } from "../../platform/room.ts";
import type { TrendDeps } from "./deps.ts";
import { mountTrends } from "./routes.ts";

/** Trends of what reports name. */
export const trendsRoom: Room<TrendDeps> = { routes: mountTrends };
