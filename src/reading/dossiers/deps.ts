import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { AuditStore } from "../../platform/audit/store.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { SessionReadDeps } from "../sessions/deps.ts";
import type { SessionFiles } from "../sessions/session-files.ts";
import type { TechniqueStore } from "../sessions/technique-store.ts";
import type { SharedObservable } from "./schema.ts";
import type { DossierStore } from "./store.ts";

/** Observables of two or more reports; `items` has the first of them. */
export interface SharedObservables {
  items: SharedObservable[];
  total: number;
}

/** Dependencies for storing dossiers and reading their sessions. */
export interface DossierDeps extends CommitDeps, QuotaDeps, SessionReadDeps {
  audit: AuditStore;
  dossiers: DossierStore;
  sessionTechniques: TechniqueStore;
  sessionFiles: SessionFiles;
  /** Returns observables that two or more of these sessions' reports contain, those of most reports first. */
  sharedObservables(sessionIds: readonly string[]): Promise<SharedObservables>;
}
