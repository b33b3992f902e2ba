import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../lib/d1.ts";
import { audit, type AUDIT_ACTIONS } from "./tables.ts";

/** What happened, for the audit trail; `details` must not hold report text or secrets. */
export interface AuditEntry {
  id: string;
  actor: string;
  action: (typeof AUDIT_ACTIONS)[number];
  object_type: "session" | "release" | "sync_task" | "job" | "rule";
  object_id: string;
  details: Record<string, unknown>;
  created_at: string;
}

/**
 * The statement that records an entry; it belongs into the batch of what it records. With a
 * condition it records only where the batch's mutation takes hold: no row without its mutation.
 */
export function recordEntry(db: WorkspaceDb, entry: AuditEntry, when: SQL = sql`true`) {
  return db.insert(audit).select(sql`select null, ${entry.id}, ${entry.actor}, ${entry.action},
    ${entry.object_type}, ${entry.object_id}, ${JSON.stringify(entry.details)},
    ${entry.created_at} where ${when}`);
}
