import type { Runtime } from "../lib/runtime.ts";
import type { AuditEntry } from "./record.ts";

/** What happened just now, ready to be recorded with what it changes. */
export function newEntry(
  deps: Pick<Runtime, "newId" | "now">,
  what: Omit<AuditEntry, "id" | "created_at">,
): AuditEntry {
  return { id: deps.newId(), ...what, created_at: deps.now() };
}
