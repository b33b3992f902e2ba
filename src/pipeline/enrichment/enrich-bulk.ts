import type { EnrichmentDeps } from "./deps.ts";
import type { Act } from "../../platform/audit/commit.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../platform/jobs/store.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { BulkPayload } from "./bulk-payload.ts";
import { newProgress } from "./bulk-progress.ts";

/** Queues the enrichment of many observables, or answers the task that does the same already. */
export async function enrichBulk(
  deps: EnrichmentDeps,
  actor: string,
  observableIds: readonly string[],
): Promise<{ task_id: string }> {
  const sorted = [...observableIds].sort(compareText).join(" ");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(sorted));
  const id = deps.newId();
  const job: NewJob = {
    id,
    kind: "enrich_observables",
    actor,
    payload: { observable_ids: [...observableIds] } satisfies BulkPayload,
    progress: newProgress(),
    dedupe_key: `enrich:${toHex(hash)}`,
  };
  const details = { observables: observableIds.length };
  const act: Act = { actor, action: "observable.enrich_bulk", object: ["job", id], details };
  return { task_id: (await enqueueJob(deps, job, act)).id };
}
