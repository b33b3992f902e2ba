import { StorageError } from "../../platform/lib/is-storage-failure.ts";
import { commitAndRead } from "../../platform/audit/commit.ts";
import { requireRoom } from "../../platform/quotas/require-room.ts";
import type { LayerDeps } from "./deps.ts";
import { layerAct } from "./layer-act.ts";
import type { LayerRow, NewLayer } from "./store.ts";

/**
 * Stores a new layer.
 * @param details additional details of the audit entry
 * @throws AppError `quota_exceeded`
 */
export async function createLayer(
  deps: LayerDeps,
  actor: string,
  layer: NewLayer,
  details: Record<string, unknown> = {},
): Promise<LayerRow> {
  await requireRoom(deps, { layers: 1 });
  const change = {
    act: layerAct(actor, "layer.create", layer, details),
    when: "always" as const,
    parts: [deps.layers.create(layer)],
  };
  const [created] = (await commitAndRead(deps, change, deps.layers.selectOne(layer.id))) ?? [];
  if (created === undefined) throw new StorageError("no row came back from an insert");
  return created;
}
