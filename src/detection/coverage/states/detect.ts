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

/** The facts that decide whether a technique is detected. */
export interface DetectionFacts {
  enabled: readonly JudgedRule[];
  lastTest: LastTest | null;
}

/** Returns whether enough of a rule's telemetry is collected. */
export function isSeen({ collected }: Pick<JudgedRule, "collected">, demand: Demand): boolean {
  return collected === "all" || (demand === "any" && collected === "some");
}

/**
 * Returns how a technique is detected. `proven`: its newest test detected it, or an enabled rule with telemetry later
 * fired on a sample. `should_fire`: such a rule exists. Null: nothing detects it.
 * @param since start of the period in which a proof is valid
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

/** Returns the best of several detections: `proven` first. */
export function bestOf(detections: readonly (Detection | null)[]): Detection | null {
  return DETECTIONS.find((one) => detections.includes(one)) ?? null;
}
