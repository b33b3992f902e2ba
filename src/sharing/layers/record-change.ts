import type { AuditEntry } from "../../platform/audit/record.ts";
import type { LayerDeps } from "./deps.ts";

interface Changed {
  id: string;
  name: string;
  domain: string;
  version: string | null;
  technique_ids: readonly string[];
}

/** The audit entry of a layer that is saved or changed. */
export function recordChange(
  deps: Pick<LayerDeps, "newId" | "now">,
  actor: string,
  action: "layer.create" | "layer.update",
  { id, name, domain, version, technique_ids: ids }: Changed,
  details: Record<string, unknown> = {},
): AuditEntry {
  return {
    id: deps.newId(),
    actor,
    action,
    object_type: "layer",
    object_id: id,
    details: { name, domain, version, technique_count: ids.length, ...details },
    created_at: deps.now(),
  };
}
