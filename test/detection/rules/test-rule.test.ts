import { describe, expect, it } from "vitest";
import { readEvents } from "../../../src/detection/evaluate/read/read-events.ts";
import { testRule } from "../../../src/detection/rules/samples/test-rule.ts";
import { scaled } from "../../support/node/machine.ts";

const content = `title: T
logsource: {category: process_creation, product: windows}
detection: {selection: {Image|endswith: '\\a.exe'}, condition: selection}
`;
const RULE = { content, language: "sigma", rule_id: null, version: null } as const;

/** Runs the rule on a text. Returns the outcome, and how often others were served meanwhile. */
async function run(text: string) {
  let turns = 0;
  const served = setInterval(() => (turns += 1), 0);
  const deps = { now: () => new Date().toISOString(), rules: {} as never };
  const events = readEvents([new TextEncoder().encode(text)]);
  const outcome = await testRule(deps, RULE, events).then(
    ({ events: count, errors_count: errors }) => `${count} events, ${errors} errors`,
    (error: Error) => error.message,
  );
  clearInterval(served);
  return { outcome, turns };
}

describe("a rule on a large text", { timeout: scaled(30_000) }, () => {
  it.each([
    ["lines that are no JSON", "x\n".repeat(400_000), /More than 100000 pieces/],
    ["objects without an end", "{\n".repeat(400_000), /More than 100000 pieces/],
    ["a list of numbers", `[${"1,".repeat(400_000)}1]`, /More than 100000 pieces/],
    ["empty objects", "{}\n".repeat(30_000), /^30000 events/],
  ])("serves others in between: %s", async (_, text, wanted) => {
    const { outcome, turns } = await run(text);
    expect(outcome).toMatch(wanted);
    expect(turns).toBeGreaterThan(10);
  });

  it.each([
    ["empty lines", "\n".repeat(10_000_000), "0 events, 0 errors"],
    ["one text without an end", '"a\n'.repeat(3_000_000), /^0 events, \d\d errors$/],
  ])("serves others where nothing is an event: %s", async (_, text, wanted) => {
    const { outcome, turns } = await run(text);
    expect(outcome).toMatch(wanted);
    expect(turns).toBeGreaterThan(10);
  });
});
