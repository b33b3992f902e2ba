import type { Runtime } from "../lib/runtime.ts";
import type { CommitDeps } from "./commit.ts";
import type { HeadStore } from "./head-store.ts";
import type { AuditKeys } from "./audit-keys.ts";
import type { AuditStore } from "./store.ts";

/** What the audit trail requires. */
export interface AuditDeps extends Runtime, CommitDeps {
  audit: AuditStore;
  auditHead: HeadStore;
  auditKeys: AuditKeys;
  settings: { AUDIT_ADOPT: boolean };
}
