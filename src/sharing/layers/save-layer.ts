import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { LayerDeps } from "./deps.ts";
import { replaceAnnotations, requireAnnotationRoom } from "./annotations.ts";
import { createLayer } from "./create-layer.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import type { LayerInput } from "./schema.ts";
import type { LayerRow } from "./store.ts";

/**
 * Saves a set of techniques under a name, which need not be unique.
 * @throws AppError `validation_error`, `body_too_large`, `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function saveLayer(
  deps: LayerDeps,
  actor: string,
  {
    name,
    description = "",
    domain = DEFAULT_DOMAIN,
    version,
    technique_ids,
    annotations = [],
  }: LayerInput,
): Promise<LayerRow> {
  const set = describeSet(technique_ids, await openRelease(deps, { domain, version }));
  const layer = {
    id: deps.newId(),
    name,
    description,
    domain,
    ...set,
    annotations: replaceAnnotations(
      { technique_ids: set.technique_ids, annotations: [] },
      annotations,
    ),
    navigator: {},
    migration: null,
  };
  requireAnnotationRoom(layer.annotations, layer.navigator);
  return await createLayer(deps, actor, layer);
}
