import type { Act } from "../../platform/audit/commit.ts";

/** Returns the audit entry of an event on a report. */
export function reportAct(
  actor: string,
  action: Act["action"],
  id: string,
  details: Record<string, unknown>,
): Act {
  return { actor, action, object: ["report", id], details };
}
