import type { Runtime } from "../../../platform/lib/runtime.ts";
import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import {
  type CompileOptions,
  type CompiledRule,
  compileSigma,
} from "../../evaluate/compile-sigma.ts";
import { EventRun, type RunResult } from "../../evaluate/run-events.ts";
import type { EventBatches } from "../../evaluate/read/read-events.ts";
import type { RuleNames } from "../../evaluate/detection-rule.ts";
import { Work } from "../../evaluate/work.ts";
import type { RuleLanguage } from "../../languages/vocabulary.ts";
import { completeRule } from "../complete-rule.ts";
import type { RuleDeps } from "../deps.ts";
import { requireSigma } from "./require-sigma.ts";

/** The tested rule, stored or not. */
export interface TestedRule extends CompileOptions {
  content: string;
  language: RuleLanguage;
  rule_id: string | null;
  version: number | null;
}

export interface TestResult extends RunResult {
  rule: RuleNames & Pick<TestedRule, "rule_id" | "version">;
}

/** Yields to other work after this many steps: a few milliseconds. */
const PAUSE_STEPS = 500_000;
/** Limit in addition to the steps, since some cost more than others. It includes the time of other work. */
const MAX_MS = 30_000;

/**
 * Runs a rule on a stream of events, without storing anything.
 * @throws AppError `validation_error`: the rule cannot run, or takes too long
 */
export async function testRule(
  { now, rules }: Pick<Runtime, "now"> & Pick<RuleDeps, "rules">,
  { content, language, rule_id, version, placeholders }: TestedRule,
  events: EventBatches,
): Promise<TestResult> {
  requireSigma(language);
  const rule: CompiledRule = compileSigma(await completeRule({ rules }, content), {
    placeholders,
  });
  const work = new Work();
  const run = new EventRun(rule, work);
  const time = () => Date.parse(now());
  let next = PAUSE_STEPS;
  let computed = 0;
  for await (const batch of events) {
    // Waiting for the body does not count as the rule's time.
    let resumed = time();
    for (const event of batch) {
      run.push(event);
      if (work.spent < next) continue;
      next = work.spent + PAUSE_STEPS;
      await yieldToOthers();
      computed += time() - resumed;
      resumed = time();
      if (computed > MAX_MS) work.end();
    }
  }
  return { rule: { ...rule.names, rule_id, version }, ...run.end() };
}
