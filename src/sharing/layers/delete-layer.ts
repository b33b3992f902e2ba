import { commit } from "../../platform/audit/commit.ts";
import type { LayerDeps } from "./deps.ts";
import { requireLayerState } from "./layer-state.ts";
import { readLayer } from "./read-layer.ts";

/**
 * Deletes a layer.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteLayer(
  deps: LayerDeps,
  actor: string,
  layerId: string,
  ifMatch?: string,
): Promise<void> {
  let deleted = false;
  while (!deleted) {
    const layer = await readLayer(deps, layerId);
    await requireLayerState(deps, ifMatch, layer);
    const { name } = layer;
    deleted = await commit(deps, {
      act: { actor, action: "layer.delete", object: ["layer", layerId], details: { name } },
      when: deps.layers.isThere(ifMatch === undefined ? { id: layerId } : layer),
      parts: [deps.layers.remove(layerId)],
    });
  }
}
