import { z } from "zod";
import { releaseOverride, techniqueIdParam } from "../../knowledge/attack/params.ts";

/** A technique set to export; `version` defaults to the current release. */
export const layerExportSchema = z
  .object({ technique_ids: z.array(techniqueIdParam).min(1).max(2000), ...releaseOverride })
  .meta({ id: "LayerExport" });

/** The exported set, and its release. */
export interface LayerExport {
  technique_ids: string[];
  domain: string;
  version: string | undefined;
}
