import type { LayerDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { requireLayerDomain } from "./open-release.ts";
import type { LayerListItem } from "./schema.ts";

/**
 * Lists saved layers, last changed first.
 * @throws AppError `unknown_domain`
 */
export async function listLayers(
  deps: LayerDeps,
  query: Page & { domain?: string | undefined },
): Promise<Paged<LayerListItem>> {
  if (query.domain !== undefined) requireLayerDomain(query.domain);
  return await deps.layers.list(query, query.domain, await deps.knownIds.open());
}
