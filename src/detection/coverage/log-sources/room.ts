import type { Room } from "../../../platform/room.ts";
import type { LogSourceDeps } from "./deps.ts";
import { mountLogSources } from "./routes.ts";

/** The organization's log inventory. */
export const logSourcesRoom: Room<LogSourceDeps> = { routes: mountLogSources };
