import type { Room } from "../../../platform/room.ts";
import type { TestFirstDeps } from "./deps.ts";
import { mountTestFirst } from "./routes.ts";

/** Techniques by what a test of them would tell. */
export const testFirstRoom: Room<TestFirstDeps> = { routes: mountTestFirst };
