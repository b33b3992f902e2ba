import type { Room } from "../platform/room.ts";
import type { HealthDeps } from "./deps.ts";
import { mountHealth } from "./routes.ts";

/** Health of the service, and the caller's identity. */
export const healthRoom: Room<HealthDeps> = { routes: mountHealth };
