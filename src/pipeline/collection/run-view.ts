import type { CollectionDeps } from "./deps.ts";
import type { RunView } from "./schema.ts";
import type { Run } from "./store.ts";

/** Runs as they are answered, each with the imports that it made. */
export async function viewRuns(deps: CollectionDeps, runs: readonly Run[]): Promise<RunView[]> {
  const imports = await deps.imports.listIdsByRun(runs.map(({ id }) => id));
  return runs.map((run) => ({ ...run, import_ids: imports.get(run.id) ?? [] }));
}
