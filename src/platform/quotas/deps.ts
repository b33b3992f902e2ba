import type { Counted, TotalStore } from "./store.ts";

/** The setting that limits each total, and the noun for its error message. */
export const QUOTAS = {
  sessions: ["QUOTA_SESSIONS", "sessions"],
  intake_reports: ["QUOTA_INTAKE_REPORTS", "collected reports"],
  observables: ["QUOTA_OBSERVABLES", "observables"],
  rules: ["QUOTA_RULES", "rules"],
  layers: ["QUOTA_LAYERS", "layers"],
  dossiers: ["QUOTA_DOSSIERS", "dossiers"],
  sources: ["QUOTA_SOURCES", "sources"],
  stored_bytes: ["QUOTA_STORED_BYTES", "texts, outlines and uploads"],
} as const satisfies Record<Counted, [setting: string, things: string]>;

/** What checking quotas requires. */
export interface QuotaDeps {
  totals: TotalStore;
  settings: Record<(typeof QUOTAS)[Counted][0], number>;
}
