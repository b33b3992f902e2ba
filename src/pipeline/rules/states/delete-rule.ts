import { commit } from "../../../platform/audit/commit.ts";
import type { RuleDeps } from "../deps.ts";
import { noSuchRule, readRule } from "../read-rule.ts";

/** Deletes a rule with its versions and samples. @throws AppError `not_found` */
export async function deleteRule(deps: RuleDeps, actor: string, ruleId: string): Promise<void> {
  const { title, language, version, known_as } = await readRule(deps, ruleId);
  const isDeleted = await commit(deps, {
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
