import type { Act } from "../../platform/audit/commit.ts";
import type { Rule } from "./schema.ts";

/** Returns the audit entry of a new version of a rule. */
export function ruleAct(action: "rule.generate" | "rule.version", rule: Rule): Act {
  const { rule_id, version, language, technique_id, created_by } = rule;
  return {
    actor: created_by,
    action,
    object: ["rule", rule_id],
    details: { version, language, technique_id },
  };
}
