import type { Room } from "../../platform/room.ts";
import type { LayerDeps } from "./deps.ts";
import { mountLayers } from "./routes.ts";

/** Saved sets of techniques. */
export const layersRoom: Room<LayerDeps> = { routes: mountLayers };
