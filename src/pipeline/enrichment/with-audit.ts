import { type NameIndex, openNameIndex } from "../../knowledge/attack/ids/name-index.ts";
import type { EnrichmentDeps } from "./deps.ts";
import type { Evidence, RelatedName } from "./evidence-schema.ts";
import { evidenceOfSummary } from "./rdap/facts.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Enrichment } from "./schema.ts";
import type { EnrichmentRow } from "./store.ts";

/**
 * Records as they are answered, each with its entries in the audit trail, oldest first. The names that a
 * provider gives are looked up in the releases of today.
 */
export async function withAudit(
  deps: EnrichmentDeps,
  rows: readonly EnrichmentRow[],
): Promise<Enrichment[]> {
  const ids = rows.map(({ id }) => id);
  const [entries, names] = await Promise.all([
    deps.audit.listOfObjects("enrichment", ids),
    openNames(deps, rows),
  ]);
  return rows.map(({ target: _target, is_exact: _exact, evidence, ...row }) => {
    // Records from before registrars were asked lack some of the fields.
    const summary = { ...EMPTY_SUMMARY, ...row.summary };
    const { related, ...printed } = evidence ?? evidenceOfSummary(summary);
    return {
      ...row,
      summary,
      ...printed,
      related: related.map((name) => resolve(name, names)),
      audit: entries.get(row.id) ?? [],
    };
  });
}

/** Null where no record names anything, so that no index is read for it. */
async function openNames(
  deps: EnrichmentDeps,
  rows: readonly { evidence: Evidence | null }[],
): Promise<NameIndex | null> {
  const isNeeded = rows.some(({ evidence }) => evidence !== null && evidence.related.length > 0);
  return isNeeded ? await openNameIndex(deps) : null;
}

function resolve({ kind, name, aliases }: RelatedName, names: NameIndex | null) {
  const found = names?.find(kind, name, aliases) ?? null;
  return {
    kind,
    name,
    attack_id: found?.attack_id ?? null,
    attack_name: found?.name ?? null,
    domain: found?.domain ?? null,
  };
}
