import type { EnrichmentDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { readObservable } from "../observables/read-observable.ts";
import type { Enrichment } from "./schema.ts";
import { withAudit } from "./with-audit.ts";

/** Lists the records of an observable, newest first. @throws AppError `not_found` */
export async function listEnrichments(
  deps: EnrichmentDeps,
  observableId: string,
  page: Page & { limit: number },
): Promise<Paged<Enrichment>> {
  await readObservable(deps, observableId);
  const { items, total } = await deps.enrichments.list(observableId, page);
  return { items: await withAudit(deps, items), total };
}
