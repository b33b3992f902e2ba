import type { AuditEntry } from "../../platform/audit/record.ts";
import type { RuleDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { Rule } from "./schema.ts";

/** Of writers that collide each time one gets through; so many at once are no analysts. */
const MAX_ATTEMPTS = 100;

/** The audit entry of a version. */
export function describeVersion(
  deps: RuleDeps,
  action: "rule.generate" | "rule.version",
  { rule_id, version, language, technique_id, created_by, created_at }: Rule,
): AuditEntry {
  return {
    id: deps.newId(),
    actor: created_by,
    action,
    object_type: "rule",
    object_id: rule_id,
    details: { version, language, technique_id },
    created_at,
  };
}

/**
 * Adds a version under the next free number. `next` makes it from the latest one, or answers null
 * when there is nothing to add, and then the latest one is the answer.
 * @throws AppError `conflict`: too many others were quicker
 */
export async function addVersion(
  deps: RuleDeps,
  action: "rule.generate" | "rule.version",
  first: Rule,
  next: (latest: Rule) => Rule | null,
): Promise<Rule> {
  let latest = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const drafted = next(latest);
    if (drafted === null) return latest;
    const rule = { ...drafted, version: latest.version + 1 };
    if (await deps.rules.addVersion(rule, describeVersion(deps, action, rule))) return rule;
    latest = (await deps.rules.find(first.rule_id)) ?? latest;
  }
  throw new AppError("conflict", "Others keep changing this rule; try again shortly.");
}
