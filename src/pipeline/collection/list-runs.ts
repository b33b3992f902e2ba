import type { Page, Paged } from "../../platform/lib/page.ts";
import type { CollectionDeps } from "./deps.ts";
import { viewRuns } from "./run-view.ts";
import type { RunView } from "./schema.ts";

/** Lists runs, of one source if it is given, newest first. */
export async function listRuns(
  deps: CollectionDeps,
  query: Page & { limit: number; source_id?: string | undefined },
): Promise<Paged<RunView>> {
  const { items, total } = await deps.collection.listRuns(query, query.source_id);
  return { items: await viewRuns(deps, items), total };
}
