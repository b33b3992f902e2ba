import type { LastChange } from "../lib/errors.ts";
import type { AuditStore } from "./store.ts";

/**
 * Returns who changed an object last, according to the audit trail.
 * @param among entries about several objects, which name this one in a list of their details
 */
export async function lastActOn(
  deps: { audit: AuditStore },
  object: { type: string; id: string },
  among = { type: object.type, list: "ids" },
): Promise<LastChange> {
  const [last] = await deps.audit.listActsOn(object, among, 1);
  return { changed_by: last?.actor ?? null, changed_at: last?.created_at ?? null };
}
