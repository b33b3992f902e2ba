import { commit } from "../../platform/audit/commit.ts";
import type { LayerDeps } from "./deps.ts";
import { noSuchLayer, readLayer } from "./read-layer.ts";

/**
 * Deletes a layer.
 * @throws AppError `not_found`
 */
export async function deleteLayer(deps: LayerDeps, actor: string, layerId: string): Promise<void> {
  const { name } = await readLayer(deps, layerId);
  const deleted = await commit(deps, {
    act: { actor, action: "layer.delete", object: ["layer", layerId], details: { name } },
    when: deps.layers.isThere({ id: layerId }),
    parts: [deps.layers.remove(layerId)],
  });
  if (!deleted) throw noSuchLayer(layerId);
}
