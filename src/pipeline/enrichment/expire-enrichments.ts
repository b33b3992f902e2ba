import type { EnrichmentDeps } from "./deps.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** No budget covers more than a week. */
const QUERY_DAYS = 8;

/**
 * Removes enrichments whose observable was deleted longer ago than the retention setting, and query times that no
 * budget counts any more.
 */
export async function expireEnrichments(deps: EnrichmentDeps): Promise<void> {
  await deps.queries.removeOld(deps.now(-QUERY_DAYS * DAY_SECONDS));
  const days = deps.settings.ENRICHMENT_RETENTION_DAYS;
  if (days > 0) await deps.enrichments.removeOrphaned(deps.now(-days * DAY_SECONDS));
}
