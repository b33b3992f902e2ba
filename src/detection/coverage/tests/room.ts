import type { Room } from "../../../platform/room.ts";
import type { CoverageTestDeps } from "./deps.ts";
import { mountCoverageTests } from "./routes.ts";

/** Tests of techniques, and what came of them. */
export const coverageTestsRoom: Room<CoverageTestDeps> = { routes: mountCoverageTests };
