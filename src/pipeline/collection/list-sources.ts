import type { Page, Paged } from "../../platform/lib/page.ts";
import type { CollectionDeps } from "./deps.ts";
import type { SourceView } from "./schema.ts";
import { viewSources } from "./source-view.ts";

/** Lists sources by name. */
export async function listSources(
  deps: CollectionDeps,
  page: Page & { limit: number },
): Promise<Paged<SourceView>> {
  const { items, total } = await deps.collection.list(page);
  return { items: await viewSources(deps, items), total };
}
