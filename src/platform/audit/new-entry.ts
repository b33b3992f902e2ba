import type { Context } from "../../services.ts";
import type { AuditEntry } from "./record.ts";

/** What happened just now, ready to be recorded with what it changes. */
export function newEntry(
  context: Context,
  what: Omit<AuditEntry, "id" | "created_at">,
): AuditEntry {
  return { id: context.newId(), ...what, created_at: context.now() };
}
