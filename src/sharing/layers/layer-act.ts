import type { Act } from "../../platform/audit/commit.ts";

interface Changed {
  id: string;
  name: string;
  domain: string;
  version: string | null;
  technique_ids: readonly string[];
}

/** What the trail says of a layer that is saved or changed. */
export function layerAct(
  actor: string,
  action: "layer.create" | "layer.update",
  { id, name, domain, version, technique_ids: ids }: Changed,
  more: Record<string, unknown> = {},
): Act {
  const details = { name, domain, version, technique_count: ids.length, ...more };
  return { actor, action, object: ["layer", id], details };
}
