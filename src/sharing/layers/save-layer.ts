import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { Context } from "../../services.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import { recordChange } from "./record-change.ts";
import type { Layer, LayerInput } from "./schema.ts";

/**
 * Saves a set of techniques under a name; names need not be unique.
 * @throws AppError `unknown_domain`, `version_not_found`, `knowledge_base_empty`
 */
export async function saveLayer(
  context: Context,
  actor: string,
  { name, description = "", domain = DEFAULT_DOMAIN, version, technique_ids }: LayerInput,
): Promise<Layer> {
  const set = describeSet(technique_ids, await openRelease(context, { domain, version }));
  const layer = {
    id: context.newId(),
    ...{ name, description, domain },
    ...set,
    annotations: [],
    navigator: {},
  };
  await requireRoom(context, { layers: 1 });
  return await context.layers.create(layer, recordChange(context, actor, "layer.create", layer));
}
