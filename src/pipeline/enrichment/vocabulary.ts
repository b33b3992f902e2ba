/** Who can be asked, in the order in which they are listed. */
export const ENRICHMENT_PROVIDERS = [
  "rdap",
  "virustotal",
  "otx",
  "threatfox",
  "urlhaus",
  "malwarebazaar",
  "urlscan",
  "greynoise",
  "abuseipdb",
  "internetdb",
] as const;
export type ProviderName = (typeof ENRICHMENT_PROVIDERS)[number];

/** What is asked where the caller names no provider. */
export const DEFAULT_PROVIDER: ProviderName = "rdap";

/** How an enrichment ended. */
export const ENRICHMENT_STATUSES = ["complete", "not_found", "failed", "rate_limited"] as const;
export type EnrichmentStatus = (typeof ENRICHMENT_STATUSES)[number];

/** What a provider names beside a value. */
export const RELATED_KINDS = ["software", "group", "technique"] as const;
export type RelatedKind = (typeof RELATED_KINDS)[number];

/** How many observables one task may enrich. */
export const MAX_BULK = 500;
