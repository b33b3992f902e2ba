import { expect, it } from "vitest";
import { cover, index, rules } from "../support/shipped-coverage.ts";

it("answers for a whole release and 3,700 rules in a few megabytes", () => {
  const coverage = cover(rules(3700), ["WinEventLog:Sysmon", "WinEventLog:Security"]);
  expect(coverage.techniques.length).toBe(index.techniques.size);
  expect(JSON.stringify(coverage).length).toBeLessThan(4_000_000);
});
