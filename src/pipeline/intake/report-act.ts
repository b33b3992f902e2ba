import type { Act } from "../../platform/audit/commit.ts";

/** What the trail says of something that happened to a report. */
export function reportAct(
  actor: string,
  action: Act["action"],
  id: string,
  details: Record<string, unknown>,
): Act {
  return { actor, action, object: ["report", id], details };
}
