import type { Room } from "../platform/room.ts";
import type { HealthDeps } from "./deps.ts";
import { mountHealth } from "./routes.ts";

/** The state of the service, and who is acting. */
export const healthRoom: Room<HealthDeps> = { routes: mountHealth };
