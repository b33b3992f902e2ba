import type { RateStore } from "./store.ts";

/** Counted actions, and the setting that limits each per actor and minute. */
export const RATE_SETTINGS = {
  analyses: "RATE_ANALYSES_PER_MINUTE",
  syncs: "RATE_SYNCS_PER_MINUTE",
  imports: "RATE_IMPORTS_PER_MINUTE",
  exports: "RATE_EXPORTS_PER_MINUTE",
  enrichments: "RATE_ENRICHMENTS_PER_MINUTE",
  runs: "RATE_RUNS_PER_MINUTE",
  writes: "RATE_WRITES_PER_MINUTE",
  computations: "RATE_COMPUTATIONS_PER_MINUTE",
  searches: "RATE_SEARCHES_PER_MINUTE",
  verifications: "RATE_VERIFICATIONS_PER_MINUTE",
  logins: "RATE_LOGINS_PER_MINUTE",
} as const;

export type RateAction = keyof typeof RATE_SETTINGS;

/**
 * Actions that may use the processor for more than 20 ms. The self-hosted service runs them outside the serving
 * process.
 */
export const LONG_ACTIONS: ReadonlySet<RateAction> = new Set<RateAction>([
  "analyses",
  "syncs",
  "imports",
  "exports",
  "runs",
  "computations",
  "verifications",
]);

/** What limiting a route requires. */
export interface RateLimitDeps {
  rates: RateStore;
  settings: { AUTH_ENABLED: boolean } & Record<(typeof RATE_SETTINGS)[RateAction], number>;
}
