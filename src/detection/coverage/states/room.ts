import type { Room } from "../../../platform/room.ts";
import type { CoverageExportDeps } from "./deps.ts";
import { mountCoverage } from "./routes.ts";

/** What a team sees of techniques, and what it does not. */
export const coverageRoom: Room<CoverageExportDeps> = { routes: mountCoverage };
