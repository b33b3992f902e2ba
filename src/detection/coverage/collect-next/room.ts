import type { Room } from "../../../platform/room.ts";
import type { CoverageDeps } from "../states/deps.ts";
import { mountCollectNext } from "./routes.ts";

/** Log sources by what they would show. */
export const collectNextRoom: Room<CoverageDeps> = { routes: mountCollectNext };
