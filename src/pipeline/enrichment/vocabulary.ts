/** Who is asked. */
export const ENRICHMENT_PROVIDERS = ["rdap"] as const;

/** How an enrichment ended. */
export const ENRICHMENT_STATUSES = ["complete", "not_found", "failed", "rate_limited"] as const;
export type EnrichmentStatus = (typeof ENRICHMENT_STATUSES)[number];

/** How many observables one task may enrich. */
export const MAX_BULK = 500;
