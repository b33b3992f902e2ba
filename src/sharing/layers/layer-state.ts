import { lastActOn } from "../../platform/audit/last-act-on.ts";
import { requireState } from "../../platform/lib/require-state.ts";
import type { LayerDeps } from "./deps.ts";
import { type LayerRow, toLayer } from "./store.ts";

/** Returns the entity tag of a layer: its revision. */
export function layerEtag({ revision }: Pick<LayerRow, "revision">): string {
  return `"${revision}"`;
}

/** Rejects a change meant for another state of a layer. @throws AppError `precondition_failed` */
export async function requireLayerState(
  deps: LayerDeps,
  ifMatch: string | undefined,
  row: LayerRow,
): Promise<void> {
  await requireState(ifMatch, layerEtag(row), `Layer ${row.id}`, async () => ({
    current: toLayer(row, await deps.knownIds.open()),
    ...(await lastActOn(deps, { type: "layer", id: row.id })),
  }));
}
