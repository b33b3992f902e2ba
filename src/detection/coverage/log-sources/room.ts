import type { Room } from "../../../platform/room.ts";
import type { LogSourceDeps } from "./deps.ts";
import { mountLogSources } from "./routes.ts";

/** What the organization collects. */
export const logSourcesRoom: Room<LogSourceDeps> = { routes: mountLogSources };
