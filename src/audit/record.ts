import type { WorkspaceDb } from "../lib/d1.ts";
import { audit, type AUDIT_ACTIONS } from "./tables.ts";

/** What happened, for the audit trail; `details` must not hold report text or secrets. */
export interface AuditEntry {
  id: string;
  actor: string;
  action: (typeof AUDIT_ACTIONS)[number];
  object_type: "session" | "release";
  object_id: string;
  details: Record<string, unknown>;
  created_at: string;
}

/** The statement that records an entry; it belongs into the batch of what it records. */
export function recordEntry(db: WorkspaceDb, entry: AuditEntry) {
  return db.insert(audit).values(entry);
}
