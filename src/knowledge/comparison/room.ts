import type { Room } from "../../platform/room.ts";
import type { ComparisonDeps } from "./deps.ts";
import { mountSimilarity } from "./routes.ts";

/** Which groups and campaigns work alike. */
export const comparisonRoom: Room<ComparisonDeps> = { routes: mountSimilarity };
