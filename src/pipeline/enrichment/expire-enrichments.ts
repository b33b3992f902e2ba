import type { Context } from "../../services.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Removes enrichments whose observable was deleted longer ago than the setting keeps them. */
export async function expireEnrichments(context: Context): Promise<void> {
  const days = context.settings.ENRICHMENT_RETENTION_DAYS;
  if (days > 0) await context.enrichments.removeOrphaned(context.now(-days * DAY_SECONDS));
}
