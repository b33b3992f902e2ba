import { type SQL, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../d1/databases.ts";
import { entryText } from "./chain.ts";
import { audit, type AUDIT_ACTIONS, type AUDITED_OBJECTS } from "./tables.ts";

/** What happened, for the audit trail; `details` must not hold report text or secrets. */
export interface AuditEntry {
  id: string;
  actor: string;
  action: (typeof AUDIT_ACTIONS)[number];
  object_type: (typeof AUDITED_OBJECTS)[number];
  object_id: string;
  details: Record<string, unknown>;
  created_at: string;
}

/**
 * The statement that records an entry; it belongs into the batch of what it records. With a
 * condition it records only where the batch's mutation takes hold: no row without its mutation.
 * Its MAC is made here, so that a row that is changed before it is chained shows as well.
 */
export function recordEntry(db: WorkspaceDb, entry: AuditEntry, when: SQL = sql`true`) {
  const details = JSON.stringify(entry.details);
  const mac = db.sign(entryText({ ...entry, details }));
  return db.insert(audit).select(sql`select null, ${entry.id}, ${entry.actor}, ${entry.action},
    ${entry.object_type}, ${entry.object_id}, ${details}, ${entry.created_at}, ${mac}
    where ${when}`);
}
