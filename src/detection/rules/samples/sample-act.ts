import type { Act } from "../../../platform/audit/commit.ts";
import type { StoredSample } from "./schema.ts";

/** What the trail records of a sample that comes or goes. */
export function sampleAct(actor: string, sample: StoredSample, change: "add" | "delete"): Act {
  const { id, rule_id, name, expected, event_count } = sample;
  return {
    actor,
    action: "rule.sample",
    object: ["rule", rule_id],
    details: { change, sample_id: id, name, expected, events: event_count },
  };
}
