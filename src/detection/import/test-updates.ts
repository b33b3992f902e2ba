import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { Work } from "../evaluate/work.ts";
import { completeRule } from "../rules/complete-rule.ts";
import type { SampleRun } from "../rules/sample-run.ts";
import { runSamples, SAMPLE_STEPS } from "../rules/samples/run-samples.ts";
import type { MeasuredSamples } from "../rules/samples/samples-store.ts";
import type { Rule } from "../rules/schema.ts";
import type { RuleImportDeps } from "./deps.ts";
import type { ImportPlan } from "./plan-import.ts";
import type { PlannedRule } from "./planned.ts";
import { packRows, unpackRows } from "../rules/packed-rules.ts";

/** Maximum cost of all samples in one import: a second or two of one core. */
const MAX_STEPS = 100_000_000;
const MAX_SAMPLES = 10_000;
const MAX_CHARS = 16 * 1024 * 1024;
/** Yields to other work every few hundredths of a second; reading a rule counts too. */
const PAUSE_STEPS = 1_000_000;
const COMPILE_STEPS = 50_000;
/** Maximum characters of samples read at a time, unless one rule has more. */
const STEP_CHARS = 2 * 1024 * 1024;

/**
 * Runs the samples of updated rules on their new content. Failures do not stop the import; the receipt reports them,
 * and also samples that exceed the limit of an import.
 */
export async function testUpdates(deps: RuleImportDeps, plan: ImportPlan): Promise<void> {
  const updates = new Map(
    plan.writes
      .filter(({ isNew, receipt }) => !isNew && receipt.language === "sigma")
      .map((update) => [update.receipt.rule.rule_id ?? "", update]),
  );
  if (updates.size === 0) return;
  const measured = await deps.ruleSamples.measure([...updates.keys()]);
  const { steps, others } = cutSteps(measured);
  let left = MAX_STEPS;
  let stretch = 0;
  for (const step of steps) {
    const samples = await deps.ruleSamples.readAll(step.map(({ rule_id: id }) => id));
    for (const [id, own] of Map.groupBy(samples, ({ rule_id }) => rule_id)) {
      const update = updates.get(id);
      if (update === undefined) continue;
      // A rule with less work left than at a save could fail because of other rules.
      if (left < SAMPLE_STEPS) {
        sayNotRun(update, own.length);
        continue;
      }
      const [ruleRow, versionRow] = unpackRows(update);
      const version = JSON.parse(versionRow) as Rule;
      const work = new Work(SAMPLE_STEPS);
      const run = runSamples(await completeRule(deps, version.content), own, work);
      left -= work.spent;
      update.rows = packRows(JSON.parse(ruleRow) as object, { ...version, test_run: run });
      update.receipt.rule.samples = describeRun(run);
      stretch += work.spent + COMPILE_STEPS;
      if (stretch > PAUSE_STEPS) {
        stretch = 0;
        await yieldToOthers();
      }
    }
  }
  for (const { rule_id: id, samples } of others) {
    const update = updates.get(id);
    if (update !== undefined) sayNotRun(update, samples);
  }
}

/** Splits rules into groups whose samples are read together, and those over the limit of an import. */
function cutSteps(measured: readonly MeasuredSamples[]) {
  const steps: MeasuredSamples[][] = [];
  const others: MeasuredSamples[] = [];
  let [samples, chars, stepChars] = [0, 0, 0];
  for (const one of measured) {
    if (samples + one.samples > MAX_SAMPLES || chars + one.chars > MAX_CHARS) {
      others.push(one);
      continue;
    }
    samples += one.samples;
    chars += one.chars;
    const step = steps.at(-1);
    if (step === undefined || stepChars + one.chars > STEP_CHARS) {
      steps.push([one]);
      stepChars = one.chars;
    } else {
      step.push(one);
      stepChars += one.chars;
    }
  }
  return { steps, others };
}

function describeRun(run: SampleRun | null): string | null {
  if (run === null || run.failed === 0) return null;
  return `${run.failed} of ${run.failed + run.passed} samples failed.`;
}

function sayNotRun({ receipt }: PlannedRule, samples: number): void {
  receipt.rule.samples = `Its samples (${samples}) were not run: the import has too many; they run when the rule is next saved or enabled.`;
}
