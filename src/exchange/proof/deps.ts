import type { AuditStore } from "../../platform/audit/store.ts";
import type { CommitDeps } from "../../platform/audit/commit.ts";
import type { SessionFiles } from "../../reading/sessions/session-files.ts";
import type { SessionStore } from "../../reading/sessions/store.ts";
import type { ProofLinkStore } from "./store.ts";

/** Dependencies of proof links. */
export interface ProofDeps extends CommitDeps {
  audit: AuditStore;
  proofLinks: ProofLinkStore;
  sessions: SessionStore;
  sessionFiles: SessionFiles;
  settings: { PROOF_LINKS: boolean };
}
