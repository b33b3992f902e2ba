import type { Counted, TotalStore } from "./store.ts";

/** The setting that limits each total, and what its sentence calls the things. */
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

/** What counting against the quotas takes. */
export interface QuotaDeps {
  totals: TotalStore;
  settings: Record<(typeof QUOTAS)[Counted][0], number>;
}
