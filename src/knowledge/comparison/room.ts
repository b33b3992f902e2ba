import type { Room } from "../../platform/room.ts";
import type { ComparisonDeps } from "./deps.ts";
import { mountComparison } from "./routes.ts";

/** Which groups and campaigns work alike. */
export const comparisonRoom: Room<ComparisonDeps> = { routes: mountComparison };
