import type { Room } from "../../platform/room.ts";
import type { ExportDeps } from "./deps.ts";
import { mountDossierExport } from "./dossier/routes.ts";
import { mountExports } from "./routes.ts";
import { mountSessionExports } from "./session/routes.ts";

/** Sessions, dossiers and layers in the formats of other tools. */
export const exportsRoom: Room<ExportDeps> = {
  routes: (app) => {
    mountSessionExports(app);
    mountDossierExport(app);
    mountExports(app);
  },
};
