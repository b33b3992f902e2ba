import { describe, expect, it } from "vitest";
import { detect, type LastTest } from "../../../src/detection/coverage/states/detect.ts";
import type { JudgedRule } from "../../../src/detection/coverage/states/judge-rules.ts";
import type { TestResult } from "../../../src/detection/coverage/tests/vocabulary.ts";

const SINCE = "2026-01-01T00:00:00.000Z";
const EARLY = "2026-03-01T00:00:00.000Z";
const LATE = "2026-05-01T00:00:00.000Z";
const OLD = "2025-12-01T00:00:00.000Z";

const rule = (collected: JudgedRule["collected"], fired_at: string | null = null) =>
  ({ collected, by: null, rule: { fired_at } }) as JudgedRule;
const test = (result: TestResult, tested_at: string): LastTest => ({
  test_id: "t",
  result,
  tested_at,
  created_by: "ann",
});

describe("how a technique is detected", () => {
  it.each([
    ["nothing", [], null, null],
    ["a rule with its telemetry", [rule("all")], null, "should_fire"],
    ["a part of the telemetry", [rule("some")], null, "should_fire"],
    ["a rule without telemetry", [rule("none", LATE)], null, null],
    ["a sample that fired", [rule("all", LATE)], null, "proven"],
    ["a sample that fired too long ago", [rule("all", OLD)], null, "should_fire"],
    ["a detected test without any rule", [], test("detected", LATE), "proven"],
    ["a blocked test", [rule("none")], test("blocked", LATE), "proven"],
    ["a test too long ago", [rule("all")], test("detected", OLD), "should_fire"],
    ["a missed test", [rule("all")], test("missed", LATE), "should_fire"],
    ["a missed test without a rule", [], test("missed", LATE), null],
    ["a missed test after the sample", [rule("all", EARLY)], test("missed", LATE), "should_fire"],
    [
      "a sample that fired after the missed test",
      [rule("all", LATE)],
      test("missed", EARLY),
      "proven",
    ],
    ["a missed test at the same moment", [rule("all", LATE)], test("missed", LATE), "should_fire"],
  ] as const)("%s", (_what, enabled, lastTest, expected) => {
    expect(detect({ enabled, lastTest }, "any", SINCE)).toBe(expected);
  });

  it("asks for all telemetry where all is demanded", () => {
    expect(detect({ enabled: [rule("some", LATE)], lastTest: null }, "all", SINCE)).toBe(null);
  });
});
