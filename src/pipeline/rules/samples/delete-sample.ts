import { commit } from "../../../platform/audit/commit.ts";
import type { RuleDeps } from "../deps.ts";
import { readRule } from "../read-rule.ts";
import { noSuchSample } from "./read-sample.ts";
import { runSamples } from "./run-samples.ts";
import { sampleAct } from "./sample-act.ts";

/**
 * Removes a sample; the run of the latest version is that of the others from then on.
 * @throws AppError `not_found`
 */
export async function deleteSample(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  id: string,
): Promise<void> {
  const rule = await readRule(deps, ruleId);
  const samples = await deps.ruleSamples.read(ruleId);
  const sample = samples.find((one) => one.id === id);
  if (sample === undefined) throw noSuchSample(id);
  const others = samples.filter((one) => one.id !== id);
  const deleted = await commit(deps, {
    act: sampleAct(actor, sample, "delete"),
    when: deps.ruleSamples.isThere(id),
    parts: [
      deps.ruleSamples.remove(id),
      deps.ruleSamples.recordRun(rule, runSamples(rule.content, others)),
    ],
  });
  if (!deleted) throw noSuchSample(id);
}
