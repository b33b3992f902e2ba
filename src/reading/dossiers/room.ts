import type { Room } from "../../platform/room.ts";
import type { DossierDeps } from "./deps.ts";
import { mountDossiers } from "./routes.ts";

/** Several sessions as one. */
export const dossiersRoom: Room<DossierDeps> = { routes: mountDossiers };
