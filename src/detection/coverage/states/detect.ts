import type { TestResult } from "../tests/vocabulary.ts";
import type { JudgedRule } from "./judge-rules.ts";
import { type Demand, DETECTIONS, type Detection } from "./vocabulary.ts";

/** The newest test of a technique. */
export interface LastTest {
  test_id: string;
  result: TestResult;
  tested_at: string;
  created_by: string;
}

/** What decides whether a technique is detected. */
export interface DetectionFacts {
  enabled: readonly JudgedRule[];
  lastTest: LastTest | null;
}

/** Whether so much of a rule's telemetry is collected that it counts. */
export function isSeen({ collected }: Pick<JudgedRule, "collected">, demand: Demand): boolean {
  return collected === "all" || (demand === "any" && collected === "some");
}

/**
 * How a technique is detected: `proven` by its newest test, or by a sample that an enabled rule with
 * telemetry fired on after it; `should_fire` by such a rule alone; null by nothing.
 * @param since before it, a proof is too old to count
 */
export function detect(
  { enabled, lastTest }: DetectionFacts,
  demand: Demand,
  since: string,
): Detection | null {
  const seen = enabled.filter((rule) => isSeen(rule, demand));
  const fired = seen.map(({ rule }) => rule.fired_at ?? "");
  const isMissed = lastTest?.result === "missed";
  if (lastTest !== null && !isMissed && lastTest.tested_at >= since) return "proven";
  const after = isMissed ? lastTest.tested_at : "";
  if (fired.some((at) => at >= since && at > after)) return "proven";
  return seen.length > 0 ? "should_fire" : null;
}

/** The best of several: what is proven first. */
export function bestOf(detections: readonly (Detection | null)[]): Detection | null {
  return DETECTIONS.find((one) => detections.includes(one)) ?? null;
}
