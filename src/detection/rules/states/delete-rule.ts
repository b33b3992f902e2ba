import type { RuleDeps } from "../deps.ts";
import { noSuchRule, readRule } from "../read-rule.ts";
import { commitOnRule } from "../rule-state.ts";

/**
 * Deletes a rule with its versions and samples.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteRule(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  ifMatch?: string,
): Promise<void> {
  const rule = await readRule(deps, ruleId);
  const { title, language, version, known_as } = rule;
  const isDeleted = await commitOnRule(deps, rule, ifMatch, {
    act: {
      actor,
      action: "rule.delete",
      object: ["rule", ruleId],
      details: { title, language, version, known_as },
    },
    when: deps.rules.isThere(ruleId),
    parts: [deps.rules.remove(ruleId)],
  });
  if (!isDeleted) throw noSuchRule(ruleId);
}
