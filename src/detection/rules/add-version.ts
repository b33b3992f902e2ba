import { retryEdit } from "../../platform/lib/retry-edit.ts";
import { allOf } from "../../platform/d1/all-of.ts";
import { completeRule } from "./complete-rule.ts";
import type { RuleDeps } from "./deps.ts";
import { requireFreeId } from "./require-free-id.ts";
import { ruleAct } from "./rule-act.ts";
import { commitOnRule } from "./rule-state.ts";
import { runSamples } from "./samples/run-samples.ts";
import type { Rule } from "./schema.ts";

/**
 * Adds a version with the next free number and the results of the rule's samples. `next` creates it from the latest
 * version, or returns null to leave that as the result.
 * @throws AppError `conflict`: other writers repeatedly took the number, or another rule has its own id;
 * `precondition_failed`
 */
export async function addVersion(
  deps: RuleDeps,
  action: "rule.generate" | "rule.version",
  first: Rule,
  next: (latest: Rule) => Rule | null,
  ifMatch: string | undefined,
): Promise<Rule> {
  const samples = first.language === "sigma" ? await deps.ruleSamples.read(first.rule_id) : [];
  let latest = first;
  return await retryEdit(deps, "this rule", async () => {
    const drafted = next(latest);
    if (drafted === null) return latest;
    const test_run = runSamples(await completeRule(deps, drafted.content), samples);
    const rule = { ...drafted, test_run, version: latest.version + 1 };
    await requireFreeId(deps, rule);
    const added = await commitOnRule(deps, latest, ifMatch, {
      act: ruleAct(action, rule),
      when: allOf(deps.rules.isFreeVersion(rule), deps.rules.isFreeId(rule)),
      parts: [deps.rules.addVersion(rule)],
    });
    if (added) return rule;
    latest = (await deps.rules.find(first.rule_id)) ?? latest;
    return null;
  });
}
