import type { Room } from "../../platform/room.ts";
import type { MispDeps } from "./deps.ts";
import { mountMisp } from "./routes.ts";

/** The reports as a MISP feed. */
export const mispRoom: Room<MispDeps> = { routes: mountMisp };
