import type { Room } from "../../platform/room.ts";
import type { ImportDeps } from "./deps.ts";
import { mountImports } from "./routes.ts";

/** Whoever works on the body of an import gives a sign of it each minute. */
const SILENT_SECONDS = 5 * 60;
/** No request lives so long. */
const HOUR_SECONDS = 60 * 60;

/** What other platforms export. */
export const importsRoom: Room<ImportDeps> = {
  routes: mountImports,
  housekeeping: async (deps, { startedAt }) => {
    await deps.spool.removeAbandoned(startedAt ?? deps.now(-SILENT_SECONDS));
    await deps.imports.endInterrupted(startedAt ?? deps.now(-HOUR_SECONDS), deps.now());
  },
};
