import type { Page, Paged } from "../../platform/lib/page.ts";
import type { CollectionDeps } from "./deps.ts";
import type { Run } from "./store.ts";

/** Runs, of one source if it is given, newest first. */
export async function listRuns(
  deps: CollectionDeps,
  query: Page & { limit: number; source_id?: string | undefined },
): Promise<Paged<Run>> {
  return await deps.collection.listRuns(query, query.source_id);
}
