import type { Room } from "../../platform/room.ts";
import type { ReviewDeps } from "./deps.ts";
import { mountReview } from "./routes.ts";

/** What analysts make of an analysis. */
export const reviewRoom: Room<ReviewDeps> = { routes: mountReview };
