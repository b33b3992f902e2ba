import type { Room } from "../../platform/room.ts";
import type { ComparisonDeps } from "./deps.ts";
import { mountComparison } from "./routes.ts";

/** Comparison with groups and campaigns. */
export const comparisonRoom: Room<ComparisonDeps> = { routes: mountComparison };
