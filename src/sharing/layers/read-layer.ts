import type { Context } from "../../services.ts";
import type { Page, Paged } from "../../platform/http/pagination.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { requireLayerDomain } from "./open-release.ts";
import type { LayerListItem } from "./schema.ts";
import type { LayerRow } from "./store.ts";

/** The error for a layer that is not there. */
export function noSuchLayer(layerId: string): AppError {
  return new AppError("not_found", `There is no layer ${layerId}.`);
}

/** @throws AppError `not_found` */
export async function readLayer(context: Context, layerId: string): Promise<LayerRow> {
  const layer = await context.layers.find(layerId);
  if (layer === null) throw noSuchLayer(layerId);
  return layer;
}

/**
 * Saved layers, newest change first.
 * @throws AppError `unknown_domain`
 */
export async function listLayers(
  context: Context,
  query: Page & { domain?: string | undefined },
): Promise<Paged<LayerListItem>> {
  if (query.domain !== undefined) requireLayerDomain(query.domain);
  return await context.layers.list(query, query.domain);
}
