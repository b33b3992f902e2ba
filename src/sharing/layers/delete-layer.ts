import type { Context } from "../../services.ts";
import { noSuchLayer, readLayer } from "./read-layer.ts";

/**
 * Deletes a layer.
 * @throws AppError `not_found`
 */
export async function deleteLayer(context: Context, actor: string, layerId: string): Promise<void> {
  const { name } = await readLayer(context, layerId);
  const deleted = await context.layers.remove(layerId, {
    id: context.newId(),
    actor,
    action: "layer.delete",
    object_type: "layer",
    object_id: layerId,
    details: { name },
    created_at: context.now(),
  });
  if (!deleted) throw noSuchLayer(layerId);
}
