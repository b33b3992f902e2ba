import type { Context } from "../../services.ts";
import type { Page, Paged } from "../../platform/http/pagination.ts";
import { readObservable } from "../observables/manage-observables.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Enrichment } from "./schema.ts";
import type { EnrichmentRow } from "./store.ts";

/** What was learnt of an observable, newest first. @throws AppError `not_found` */
export async function listEnrichments(
  context: Context,
  observableId: string,
  page: Page & { limit: number },
): Promise<Paged<Enrichment>> {
  await readObservable(context, observableId);
  const { items, total } = await context.enrichments.list(observableId, page);
  return { items: await withAudit(context, items), total };
}

/** Records as they are shown, each with its audit rows. */
export async function withAudit(
  context: Context,
  rows: readonly EnrichmentRow[],
): Promise<Enrichment[]> {
  const entries = await context.enrichments.listAudit(rows.map(({ id }) => id));
  return rows.map(({ target: _target, is_exact: _exact, ...row }) => ({
    ...row,
    // Records of before registrars were asked do not say so.
    summary: { ...EMPTY_SUMMARY, ...row.summary },
    audit: entries.get(row.id) ?? [],
  }));
}
