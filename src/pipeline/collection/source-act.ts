import type { Act } from "../../platform/audit/commit.ts";

/** Returns the audit entry of a change to a source. */
export function sourceAct(
  actor: string,
  action: "source.create" | "source.update" | "source.delete",
  id: string,
  details: Record<string, unknown>,
): Act {
  return { actor, action, object: ["source", id], details };
}
