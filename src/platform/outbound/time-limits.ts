/** How long another server may be silent, and a whole request may take, in milliseconds. */
export interface TimeLimits {
  timeoutMs: number;
  totalMs: number;
}

/** Returns the limits for sources and articles. */
export function sourceLimits({
  SOURCE_TIMEOUT_MS: timeoutMs,
}: {
  SOURCE_TIMEOUT_MS: number;
}): TimeLimits {
  return { timeoutMs, totalMs: 3 * timeoutMs };
}

/** Returns the limits for responses of an RDAP server. */
export function rdapLimits({
  RDAP_TIMEOUT_MS: timeoutMs,
}: {
  RDAP_TIMEOUT_MS: number;
}): TimeLimits {
  return { timeoutMs, totalMs: 3 * timeoutMs };
}

/** Returns the limits for responses of any other enrichment provider. */
export function enrichmentLimits({
  ENRICHMENT_TIMEOUT_MS: timeoutMs,
}: {
  ENRICHMENT_TIMEOUT_MS: number;
}): TimeLimits {
  return { timeoutMs, totalMs: 3 * timeoutMs };
}

/** Returns the limits for IANA's list of RDAP servers. */
export function bootstrapLimits({
  RDAP_TIMEOUT_MS: timeoutMs,
}: {
  RDAP_TIMEOUT_MS: number;
}): TimeLimits {
  return { timeoutMs, totalMs: 2 * timeoutMs };
}

/** Returns the limits for upstream's index. */
export function indexLimits(timeoutMs: number): TimeLimits {
  return { timeoutMs, totalMs: 2 * timeoutMs };
}

/** Returns the limits for a bundle of tens of megabytes, whose transfer can be resumed. */
export function bundleLimits({
  UPSTREAM_TIMEOUT_MS: timeoutMs,
}: {
  UPSTREAM_TIMEOUT_MS: number;
}): TimeLimits {
  return { timeoutMs, totalMs: 10 * timeoutMs };
}

/** For the OpenID Connect provider, while a person waits. */
export const SIGN_ON_LIMITS: TimeLimits = { timeoutMs: 10_000, totalMs: 15_000 };
