import type { EnrichmentDeps } from "./deps.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Removes enrichments whose observable was deleted longer ago than the setting keeps them. */
export async function expireEnrichments(deps: EnrichmentDeps): Promise<void> {
  const days = deps.settings.ENRICHMENT_RETENTION_DAYS;
  if (days > 0) await deps.enrichments.removeOrphaned(deps.now(-days * DAY_SECONDS));
}
