import type { EnrichmentDeps } from "./deps.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Enrichment } from "./schema.ts";
import type { EnrichmentRow } from "./store.ts";

/** Records as they are answered, each with its entries in the audit trail, oldest first. */
export async function withAudit(
  deps: EnrichmentDeps,
  rows: readonly EnrichmentRow[],
): Promise<Enrichment[]> {
  const ids = rows.map(({ id }) => id);
  const entries = await deps.audit.listOfObjects("enrichment", ids);
  return rows.map(({ target: _target, is_exact: _exact, ...row }) => ({
    ...row,
    // Records from before registrars were asked lack some of the fields.
    summary: { ...EMPTY_SUMMARY, ...row.summary },
    audit: entries.get(row.id) ?? [],
  }));
}
