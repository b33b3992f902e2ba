import type { Room } from "../../../platform/room.ts";
import type { CoverageExportDeps } from "./deps.ts";
import { mountCoverage } from "./routes.ts";

/** A team's coverage of techniques. */
export const coverageRoom: Room<CoverageExportDeps> = { routes: mountCoverage };
