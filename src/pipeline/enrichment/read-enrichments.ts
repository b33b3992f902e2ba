import type { EnrichmentDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { readObservable } from "../observables/read-observable.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Enrichment } from "./schema.ts";
import type { EnrichmentRow } from "./store.ts";

/** What was learnt of an observable, newest first. @throws AppError `not_found` */
export async function listEnrichments(
  deps: EnrichmentDeps,
  observableId: string,
  page: Page & { limit: number },
): Promise<Paged<Enrichment>> {
  await readObservable(deps, observableId);
  const { items, total } = await deps.enrichments.list(observableId, page);
  return { items: await withAudit(deps, items), total };
}

/** Records as they are shown, each with its audit rows. */
export async function withAudit(
  deps: EnrichmentDeps,
  rows: readonly EnrichmentRow[],
): Promise<Enrichment[]> {
  const entries = await deps.enrichments.listAudit(rows.map(({ id }) => id));
  return rows.map(({ target: _target, is_exact: _exact, ...row }) => ({
    ...row,
    // Records of before registrars were asked do not say so.
    summary: { ...EMPTY_SUMMARY, ...row.summary },
    audit: entries.get(row.id) ?? [],
  }));
}
