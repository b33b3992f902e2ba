import type { Room } from "../../../platform/room.ts";
import type { TestFirstDeps } from "./deps.ts";
import { mountTestFirst } from "./routes.ts";

/** Techniques ranked by the value of testing them. */
export const testFirstRoom: Room<TestFirstDeps> = { routes: mountTestFirst };
