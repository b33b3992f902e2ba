import { type NameIndex, openNameIndex } from "../../knowledge/attack/ids/name-index.ts";
import type { EnrichmentDeps } from "./deps.ts";
import type { Evidence, RelatedName } from "./evidence-schema.ts";
import { evidenceOfSummary } from "./rdap/facts.ts";
import { EMPTY_SUMMARY } from "./rdap/read-response.ts";
import type { Enrichment } from "./schema.ts";
import type { EnrichmentRow } from "./store.ts";

/**
 * Returns records as the API shows them, each with its audit entries, oldest first. Names from providers are looked
 * up in the current releases.
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
    // Records created before registrars were queried lack some of the fields.
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

/** Opens the name index. Returns null if no record contains names, so that no index is read. */
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
