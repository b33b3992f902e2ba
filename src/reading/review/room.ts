import type { Room } from "../../platform/room.ts";
import type { ReviewDeps } from "./deps.ts";
import { mountReview } from "./routes.ts";

/** The review of analyses: comparisons, review statuses, second opinions. */
export const reviewRoom: Room<ReviewDeps> = { routes: mountReview };
