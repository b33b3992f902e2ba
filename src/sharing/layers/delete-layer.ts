import type { LayerDeps } from "./deps.ts";
import { noSuchLayer, readLayer } from "./read-layer.ts";

/**
 * Deletes a layer.
 * @throws AppError `not_found`
 */
export async function deleteLayer(deps: LayerDeps, actor: string, layerId: string): Promise<void> {
  const { name } = await readLayer(deps, layerId);
  const deleted = await deps.layers.remove(layerId, {
    id: deps.newId(),
    actor,
    action: "layer.delete",
    object_type: "layer",
    object_id: layerId,
    details: { name },
    created_at: deps.now(),
  });
  if (!deleted) throw noSuchLayer(layerId);
}
