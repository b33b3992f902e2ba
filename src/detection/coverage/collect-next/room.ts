import type { Room } from "../../../platform/room.ts";
import type { CoverageDeps } from "../states/deps.ts";
import { mountCollectNext } from "./routes.ts";

/** Log sources ranked by the techniques they would add data for. */
export const collectNextRoom: Room<CoverageDeps> = { routes: mountCollectNext };
