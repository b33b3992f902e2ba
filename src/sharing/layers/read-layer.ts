import type { LayerDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireLayerDomain } from "./open-release.ts";
import type { LayerListItem } from "./schema.ts";
import type { LayerRow } from "./store.ts";

/** The error for a layer that is not there. */
export function noSuchLayer(layerId: string): AppError {
  return new AppError("not_found", `There is no layer ${layerId}.`);
}

/** @throws AppError `not_found` */
export async function readLayer(deps: LayerDeps, layerId: string): Promise<LayerRow> {
  const layer = await deps.layers.find(layerId);
  if (layer === null) throw noSuchLayer(layerId);
  return layer;
}

/**
 * Saved layers, newest change first.
 * @throws AppError `unknown_domain`
 */
export async function listLayers(
  deps: LayerDeps,
  query: Page & { domain?: string | undefined },
): Promise<Paged<LayerListItem>> {
  if (query.domain !== undefined) requireLayerDomain(query.domain);
  return await deps.layers.list(query, query.domain);
}
