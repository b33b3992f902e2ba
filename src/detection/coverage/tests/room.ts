import type { Room } from "../../../platform/room.ts";
import type { CoverageTestDeps } from "./deps.ts";
import { mountCoverageTests } from "./routes.ts";

/** Tests of techniques and their results. */
export const coverageTestsRoom: Room<CoverageTestDeps> = { routes: mountCoverageTests };
