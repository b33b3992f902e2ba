import type { SQL } from "drizzle-orm";
import type { Writer } from "../d1/databases.ts";
import { insertRow } from "../d1/insert-rows.ts";
import { entryText } from "./chain.ts";
import { audit, type AUDIT_ACTIONS, type AUDITED_OBJECTS } from "./tables.ts";

/** An event for the audit trail. `details` must not contain report text or secrets. */
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
 * Returns the statement that records an entry if a condition is true. Its MAC is made here, so that a change of the row
 * before it is chained is noticed too.
 */
export function entryStatement(
  write: Writer,
  sign: (text: string) => string,
  entry: AuditEntry,
  when: SQL,
) {
  const mac = sign(entryText({ ...entry, details: JSON.stringify(entry.details) }));
  return insertRow(write, audit, { ...entry, mac }, when);
}
