import type { LayerDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { LayerRow } from "./store.ts";

/** Returns the error for a missing layer. */
export function noSuchLayer(layerId: string): AppError {
  return new AppError("not_found", `There is no layer ${layerId}.`);
}

/** @throws AppError `not_found` */
export async function readLayer(deps: LayerDeps, layerId: string): Promise<LayerRow> {
  const layer = await deps.layers.find(layerId);
  if (layer === null) throw noSuchLayer(layerId);
  return layer;
}
