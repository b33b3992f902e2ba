import type { CollectionDeps } from "./deps.ts";
import type { RunView } from "./schema.ts";
import type { Run } from "./store.ts";

/** Returns runs as the API shows them, each with its imports. */
export async function viewRuns(deps: CollectionDeps, runs: readonly Run[]): Promise<RunView[]> {
  const imports = await deps.imports.listIdsByRun(runs.map(({ id }) => id));
  return runs.map((run) => ({ ...run, import_ids: imports.get(run.id) ?? [] }));
}
