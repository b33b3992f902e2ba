import { commitAndRead } from "../../platform/audit/commit.ts";
import type { LayerDeps } from "./deps.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import { noSuchLayer } from "./read-layer.ts";
import { layerAct } from "./layer-act.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { Layer, LayerInput } from "./schema.ts";
import { toLayer } from "./store.ts";

/**
 * Replaces a layer. Annotations of an imported Navigator layer stay with the techniques that stay, for
 * the body has no place for it.
 * @throws AppError `not_found`, `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function replaceLayer(
  deps: LayerDeps,
  actor: string,
  layerId: string,
  { name, description = "", domain = DEFAULT_DOMAIN, version, technique_ids }: LayerInput,
): Promise<Layer> {
  const set = describeSet(technique_ids, await openRelease(deps, { domain, version }));
  const layer = { name, description, domain, ...set };
  const change = {
    act: layerAct(actor, "layer.update", { id: layerId, ...layer }),
    when: deps.layers.isThere({ id: layerId }),
    parts: [deps.layers.replace(layerId, layer)],
  };
  const [replaced] = (await commitAndRead(deps, change, deps.layers.selectOne(layerId))) ?? [];
  if (replaced === undefined) throw noSuchLayer(layerId);
  return toLayer(replaced, await deps.knownIds.open());
}
