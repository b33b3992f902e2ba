import { AppError } from "../../../platform/lib/errors.ts";
import { type CompiledRule, compileSigma } from "../../evaluate/compile-sigma.ts";
import { readEventText } from "../../evaluate/read/read-events.ts";
import { EventRun } from "../../evaluate/run-events.ts";
import { Work } from "../../evaluate/work.ts";
import type { SampleResult } from "../sample-run.ts";
import type { SampleRun } from "../sample-run.ts";
import type { StoredSample } from "./schema.ts";

/** Less than the limit of a run on request, since a save waits for it. */
export const SAMPLE_STEPS = 20_000_000;

/**
 * Runs a rule on its samples, all within the work of one run. An error of the rule becomes the result of each sample.
 * Returns null if it has no samples.
 */
export function runSamples(
  content: string,
  samples: readonly StoredSample[],
  work = new Work(SAMPLE_STEPS),
): SampleRun | null {
  if (samples.length === 0) return null;
  const rule = compile(content);
  const results = samples.map((sample) => runSample(rule, sample, work));
  const passed = results.filter((result) => result.passed).length;
  return { passed, failed: results.length - passed, results };
}

function compile(content: string): CompiledRule | string {
  try {
    return compileSigma(content);
  } catch (error) {
    return reasonOf(error);
  }
}

function runSample(rule: CompiledRule | string, sample: StoredSample, work: Work): SampleResult {
  const { id: sample_id, name, event_count: events, expected } = sample;
  const failed = (error: string) => ({ sample_id, name, passed: false, matched: 0, events, error });
  if (typeof rule === "string") return failed(rule);
  try {
    const run = new EventRun(rule, work);
    for (const event of readEventText(sample.events)) run.push(event);
    const result = run.end();
    const fired = rule.correlations.length === 0 ? result.matched : result.alerts_count;
    const all = rule.correlations.length === 0 ? events : 1;
    const passed = expected === "match" ? fired >= all : fired === 0;
    return { sample_id, name, passed, matched: result.matched, events, error: null };
  } catch (error) {
    return failed(reasonOf(error));
  }
}

/** @throws any error that the rule did not cause */
function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
