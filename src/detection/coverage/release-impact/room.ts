import type { Room } from "../../../platform/room.ts";
import type { ReleaseImpactDeps } from "./deps.ts";
import { mountReleaseImpact } from "./routes.ts";

/** The impact of a new release on the team's own data. */
export const releaseImpactRoom: Room<ReleaseImpactDeps> = { routes: mountReleaseImpact };
