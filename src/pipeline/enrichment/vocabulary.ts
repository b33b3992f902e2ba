/** The providers, in the order in which they are listed. */
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

/** The provider used if the caller names none. */
export const DEFAULT_PROVIDER: ProviderName = "rdap";

/** How an enrichment ended. */
export const ENRICHMENT_STATUSES = ["complete", "not_found", "failed", "rate_limited"] as const;
export type EnrichmentStatus = (typeof ENRICHMENT_STATUSES)[number];

/** Kinds of names that a provider relates to a value. */
export const RELATED_KINDS = ["software", "group", "technique"] as const;
export type RelatedKind = (typeof RELATED_KINDS)[number];

/** Maximum number of observables per task. */
export const MAX_BULK = 500;
