import { completeRule } from "../complete-rule.ts";
import type { RuleDeps } from "../deps.ts";
import { noSuchRule, readRule } from "../read-rule.ts";
import { commitOnRule } from "../rule-state.ts";
import { runSamples } from "../samples/run-samples.ts";
import type { Rule } from "../schema.ts";
import type { RuleState } from "../vocabulary.ts";

/**
 * Sets the state of a rule. An unchanged state leaves no audit entry. Enabling a rule runs its samples, and its version
 * stores their results.
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function setState(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  state: RuleState,
  ifMatch?: string,
): Promise<Rule> {
  const rule = await readRule(deps, ruleId);
  if (rule.state === state) return rule;
  const { version } = rule;
  // Failed samples do not prevent enabling the rule.
  const isTested = state === "enabled" && rule.language === "sigma";
  const test_run = isTested
    ? runSamples(await completeRule(deps, rule.content), await deps.ruleSamples.read(ruleId))
    : rule.test_run;
  const isSet = await commitOnRule(deps, rule, ifMatch, {
    act: {
      actor,
      action: "rule.state",
      object: ["rule", ruleId],
      details: { from: rule.state, to: state, version },
    },
    when: deps.rules.isOther(ruleId, state),
    parts: [
      deps.rules.setState([ruleId], state),
      ...(isTested ? [deps.ruleSamples.recordRun(rule, test_run)] : []),
    ],
  });
  // A concurrent request has set it, or deleted the rule.
  const latest = isSet ? { ...rule, state, test_run } : await deps.rules.find(ruleId);
  if (latest === null) throw noSuchRule(ruleId);
  return latest;
}
