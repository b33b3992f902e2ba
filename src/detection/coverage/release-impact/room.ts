import type { Room } from "../../../platform/room.ts";
import type { ReleaseImpactDeps } from "./deps.ts";
import { mountReleaseImpact } from "./routes.ts";

/** What of ours a new release affects. */
export const releaseImpactRoom: Room<ReleaseImpactDeps> = { routes: mountReleaseImpact };
