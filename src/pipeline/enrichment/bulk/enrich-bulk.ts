import type { EnrichmentDeps } from "../deps.ts";
import type { Act } from "../../../platform/audit/commit.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import type { NewJob } from "../../../platform/jobs/store.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { toHex } from "../../../platform/lib/to-hex.ts";
import { requireProvider } from "../providers.ts";
import type { ProviderName } from "../vocabulary.ts";
import { DEFAULT_PROVIDER } from "../vocabulary.ts";
import type { BulkPayload } from "./bulk-payload.ts";
import { newProgress } from "./bulk-progress.ts";

/** Options of a bulk enrichment. */
export interface BulkOptions {
  providers?: readonly ProviderName[];
  includeRed?: boolean;
}

/**
 * Queues the enrichment of many observables, or returns an active task that does the same.
 * @throws AppError `provider_not_configured`
 */
export async function enrichBulk(
  deps: EnrichmentDeps,
  actor: string,
  observableIds: readonly string[],
  { providers = [DEFAULT_PROVIDER], includeRed = false }: BulkOptions = {},
): Promise<{ task_id: string }> {
  for (const name of providers) requireProvider(deps.settings, name);
  const id = deps.newId();
  const payload: BulkPayload = {
    observable_ids: [...observableIds],
    providers: [...providers],
    include_red: includeRed,
  };
  const job: NewJob = {
    id,
    kind: "enrich_observables",
    actor,
    payload,
    progress: newProgress(),
    dedupe_key: `enrich:${await hashOf(payload)}`,
  };
  const details = {
    observables: observableIds.length,
    providers: payload.providers,
    ...(includeRed && { include_red: true }),
  };
  const act: Act = { actor, action: "observable.enrich_bulk", object: ["job", id], details };
  return { task_id: (await enqueueJob(deps, job, act)).id };
}

async function hashOf({ observable_ids: ids, providers, include_red }: BulkPayload) {
  const sorted = [[...ids].sort(compareText), [...providers].sort(compareText), include_red];
  const bytes = new TextEncoder().encode(JSON.stringify(sorted));
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}
