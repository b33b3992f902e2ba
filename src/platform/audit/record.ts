import type { SQL } from "drizzle-orm";
import type { Writer } from "../d1/databases.ts";
import { insertRow } from "../d1/insert-rows.ts";
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
 * The statement that records an entry where a condition holds. Its MAC is made here, so that a row
 * that is changed before it is chained shows as well.
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
