import { z } from "zod";
import { releaseQuery, techniqueIdParam } from "../http/params.ts";

/** A technique set to be exported; `version` without a value is the current release. */
export const layerExportSchema = z
  .object({ technique_ids: z.array(techniqueIdParam).min(1).max(2000), ...releaseQuery })
  .meta({ id: "LayerExport" });

export type LayerExport = z.output<typeof layerExportSchema>;
