import type { AuditEntry } from "../../platform/audit/record.ts";
import type { Context } from "../../services.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { Rule } from "./schema.ts";

/** Of writers that collide each time one gets through; so many at once are no analysts. */
const MAX_ATTEMPTS = 100;

/** The audit entry of a version. */
export function describeVersion(
  context: Context,
  action: "rule.generate" | "rule.version",
  { rule_id, version, language, technique_id, created_by, created_at }: Rule,
): AuditEntry {
  return {
    id: context.newId(),
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
  context: Context,
  action: "rule.generate" | "rule.version",
  first: Rule,
  next: (latest: Rule) => Rule | null,
): Promise<Rule> {
  let latest = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const drafted = next(latest);
    if (drafted === null) return latest;
    const rule = { ...drafted, version: latest.version + 1 };
    if (await context.rules.addVersion(rule, describeVersion(context, action, rule))) return rule;
    latest = (await context.rules.find(first.rule_id)) ?? latest;
  }
  throw new AppError("conflict", "Others keep changing this rule; try again shortly.");
}
