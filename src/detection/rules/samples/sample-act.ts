import type { Act } from "../../../platform/audit/commit.ts";
import type { StoredSample } from "./schema.ts";

/** Returns the audit entry of an added or deleted sample. */
export function sampleAct(actor: string, sample: StoredSample, change: "add" | "delete"): Act {
  const { id, rule_id, name, expected, event_count } = sample;
  return {
    actor,
    action: "rule.sample",
    object: ["rule", rule_id],
    details: { change, sample_id: id, name, expected, events: event_count },
  };
}
