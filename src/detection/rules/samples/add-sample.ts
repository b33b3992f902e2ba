import { AppError } from "../../../platform/lib/errors.ts";
import { completeRule } from "../complete-rule.ts";
import type { RuleDeps } from "../deps.ts";
import { readRule } from "../read-rule.ts";
import { commitOnRule, ruleEtag } from "../rule-state.ts";
import type { SampleRun } from "../sample-run.ts";
import { requireSigma } from "./require-sigma.ts";
import { runSamples } from "./run-samples.ts";
import { sampleAct } from "./sample-act.ts";
import { toSampleEvents } from "./sample-events.ts";
import type { NewSample, Sample, StoredSample } from "./schema.ts";
import { MAX_SAMPLES, MAX_SAMPLES_CHARS } from "./vocabulary.ts";

/**
 * Stores events as a test of a rule, and runs all samples on its latest version.
 * @returns the sample, the results of all samples, and the rule's new entity tag
 * @throws AppError `not_found`; `validation_error`: the events, or another language; `conflict`: too many;
 * `precondition_failed`
 */
export async function addSample(
  deps: RuleDeps,
  actor: string,
  ruleId: string,
  given: NewSample,
  ifMatch?: string,
): Promise<{ sample: Sample & { test_run: SampleRun }; etag: string }> {
  const rule = await readRule(deps, ruleId);
  requireSigma(rule.language);
  const { rule_id, version } = rule;
  const sample: StoredSample = {
    id: deps.newId(),
    rule_id,
    version,
    name: given.name,
    expected: given.expected,
    ...toSampleEvents(given.events),
    created_by: actor,
    created_at: deps.now(),
  };
  const samples = [...(await deps.ruleSamples.read(ruleId)), sample];
  const run = runSamples(await completeRule(deps, rule.content), samples);
  const added = await commitOnRule(deps, rule, ifMatch, {
    act: sampleAct(actor, sample, "add"),
    when: deps.ruleSamples.hasRoom(sample, MAX_SAMPLES, MAX_SAMPLES_CHARS),
    parts: [deps.ruleSamples.add(sample), deps.ruleSamples.recordRun(rule, run)],
  });
  if (!added) {
    const most = `${MAX_SAMPLES} samples of ${MAX_SAMPLES_CHARS} characters together`;
    throw new AppError("conflict", `A rule has at most ${most}; delete one first.`);
  }
  const { events: _events, ...shown } = sample;
  const test_run = run ?? { passed: 0, failed: 0, results: [] };
  return { sample: { ...shown, test_run }, etag: ruleEtag({ ...rule, test_run }) };
}
