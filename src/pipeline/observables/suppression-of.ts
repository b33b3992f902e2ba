import type { FoundValue, Suppressing } from "./found.ts";
import { ruleOfRole } from "./roles.ts";
import { suppressionRuleOf } from "./suppression-rule.ts";

/**
 * What keeps a value out of the observables, or null: a rule about the value itself, or its role.
 * @param publisher host of the site that it comes from, whose own name is no indicator
 */
export function suppressionOf(value: FoundValue, publisher: string | null): Suppressing | null {
  const rule = ruleOfRole(value.role);
  return suppressionRuleOf(value, publisher) ?? (rule === null ? null : { rule, list: null });
}
