import type { Act } from "../../platform/audit/commit.ts";

interface Changed {
  id: string;
  name: string;
  domain: string;
  version: string | null;
  technique_ids: readonly string[];
}

/** Returns the audit entry of a saved or changed layer. */
export function layerAct(
  actor: string,
  action: "layer.create" | "layer.update",
  { id, name, domain, version, technique_ids: ids }: Changed,
  more: Record<string, unknown> = {},
): Act {
  const details = { name, domain, version, technique_count: ids.length, ...more };
  return { actor, action, object: ["layer", id], details };
}
