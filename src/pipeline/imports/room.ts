import type { Room } from "../../platform/room.ts";
import type { ImportDeps } from "./deps.ts";
import { mountImports } from "./routes.ts";

/** A worker on an import's body signals activity every minute. */
const SILENT_SECONDS = 5 * 60;
/** No request lives this long. */
const HOUR_SECONDS = 60 * 60;

/** Routes and housekeeping for imports from other platforms. */
export const importsRoom: Room<ImportDeps> = {
  routes: mountImports,
  housekeeping: async (deps, { startedAt }) => {
    await deps.spool.removeAbandoned(startedAt ?? deps.now(-SILENT_SECONDS));
    await deps.imports.endInterrupted(startedAt ?? deps.now(-HOUR_SECONDS), deps.now());
  },
};
