import { completeRule } from "../complete-rule.ts";
import type { RuleDeps } from "../deps.ts";
import { readRule } from "../read-rule.ts";
import { commitOnRule, ruleEtag } from "../rule-state.ts";
import { noSuchSample } from "./read-sample.ts";
import { runSamples } from "./run-samples.ts";
import { sampleAct } from "./sample-act.ts";

/**
 * Deletes a sample, and updates the results of the latest version to the remaining ones.
 * @returns the rule's new entity tag
 * @throws AppError `not_found`, `precondition_failed`
 */
export async function deleteSample(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  id: string,
  ifMatch?: string,
): Promise<string> {
  const rule = await readRule(deps, ruleId);
  const samples = await deps.ruleSamples.read(ruleId);
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) throw noSuchSample(id);
  const others = samples.filter((one) => one.id !== id);
  const test_run = runSamples(await completeRule(deps, rule.content), others);
  const deleted = await commitOnRule(deps, rule, ifMatch, {
    act: sampleAct(actor, sample, "delete"),
    when: deps.ruleSamples.isThere(id),
    parts: [deps.ruleSamples.remove(id), deps.ruleSamples.recordRun(rule, test_run)],
  });
  if (!deleted) throw noSuchSample(id);
  return ruleEtag({ ...rule, test_run });
}
