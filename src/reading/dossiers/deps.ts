import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { AuditStore } from "../../platform/audit/store.ts";
import type { QuotaDeps } from "../../platform/quotas/deps.ts";
import type { SessionReadDeps } from "../sessions/deps.ts";
import type { TechniqueStore } from "../sessions/technique-store.ts";
import type { DossierStore } from "./store.ts";

/** What keeping dossiers takes, and reading the sessions that they hold. */
export interface DossierDeps extends CommitDeps, QuotaDeps, SessionReadDeps {
  audit: AuditStore;
  dossiers: DossierStore;
  sessionTechniques: TechniqueStore;
}
