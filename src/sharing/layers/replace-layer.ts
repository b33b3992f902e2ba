import { commitAndRead } from "../../platform/audit/commit.ts";
import { describeChanges } from "../../platform/audit/describe-changes.ts";
import type { LayerDeps } from "./deps.ts";
import { describeSet } from "./describe-set.ts";
import { openRelease } from "./open-release.ts";
import { noSuchLayer } from "./read-layer.ts";
import { layerAct } from "./layer-act.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";
import type { Layer, LayerInput } from "./schema.ts";
import { type LayerRow, toLayer } from "./store.ts";

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
  const before = await deps.layers.find(layerId);
  if (before === null) throw noSuchLayer(layerId);
  const change = {
    act: layerAct(actor, "layer.update", { id: layerId, ...layer }, changesOf(before, layer)),
    when: deps.layers.isThere({ id: layerId }),
    parts: [deps.layers.replace(layerId, layer)],
  };
  const [replaced] = (await commitAndRead(deps, change, deps.layers.selectOne(layerId))) ?? [];
  if (replaced === undefined) throw noSuchLayer(layerId);
  return toLayer(replaced, await deps.knownIds.open());
}

/** Old and new values of what is replaced, the technique ids as those that come and go. */
function changesOf(
  before: LayerRow,
  after: Pick<LayerRow, "name" | "description" | "domain" | "version" | "technique_ids">,
) {
  const { name, description, domain, version } = after;
  const described = describeChanges<Partial<LayerRow>>(
    before,
    { name, description, domain, version },
    ["description"],
  );
  const [old, fresh] = [new Set(before.technique_ids), new Set(after.technique_ids)];
  const [added, removed] = [fresh.difference(old), old.difference(fresh)];
  if (added.size + removed.size === 0) return described;
  const technique_ids = { added: [...added], removed: [...removed] };
  return {
    changed: [...described.changed, "technique_ids"],
    changes: { ...described.changes, technique_ids },
  };
}
