import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { LayerDeps } from "./deps.ts";
import { createLayer } from "./create-layer.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import type { Layer, LayerInput } from "./schema.ts";

/**
 * Saves a set of techniques under a name; names need not be unique.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function saveLayer(
  deps: LayerDeps,
  actor: string,
  { name, description = "", domain = DEFAULT_DOMAIN, version, technique_ids }: LayerInput,
): Promise<Layer> {
  const set = describeSet(technique_ids, await openRelease(deps, { domain, version }));
  const layer = {
    id: deps.newId(),
    name,
    description,
    domain,
    ...set,
    annotations: [],
    navigator: {},
    migration: null,
  };
  return await createLayer(deps, actor, layer);
}
