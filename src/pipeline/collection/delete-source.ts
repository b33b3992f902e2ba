import { commit } from "../../platform/audit/commit.ts";
import type { CollectionDeps } from "./deps.ts";
import { noSuchSource, requireSource } from "./read-source.ts";
import { sourceAct } from "./source-act.ts";

/** Deletes a source but retains its runs and reports. @throws AppError `not_found` */
export async function deleteSource(deps: CollectionDeps, actor: string, id: string): Promise<void> {
  const { url } = await requireSource(deps, id);
  const deleted = await commit(deps, {
    act: sourceAct(actor, "source.delete", id, { url }),
    when: deps.collection.isThere(id),
    parts: [deps.collection.remove(id)],
  });
  if (!deleted) throw noSuchSource(id);
}
