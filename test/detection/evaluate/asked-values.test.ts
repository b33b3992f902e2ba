import { describe, expect, it } from "vitest";
import { ruleOf } from "../../support/sigma.ts";
import { compileSigma } from "../../../src/detection/evaluate/compile-sigma.ts";

/** The event ids of which a rule asks for one; null where it asks for none. */
function asked(detection: string): string[] | null {
  const [rule] = compileSigma(ruleOf(detection)).rules;
  const ids = rule?.asked("eventid") ?? null;
  return ids === null ? null : [...ids];
}

describe("what a rule asks of a field", () => {
  it.each<[string, string, string[] | null]>([
    ["one value", "sel:\n  EventID: 4688\ncondition: sel", ["4688"]],
    ["one as text", "sel:\n  eventid: '4688'\ncondition: sel", ["4688"]],
    ["a list", "sel:\n  EventID: [4624, 4625]\n  User: a\ncondition: sel", ["4624", "4625"]],
    ["another selection", "a:\n  EventID: 1\nb:\n  User: x\ncondition: a and b", ["1"]],
    ["either selection", "a:\n  EventID: 1\nb:\n  EventID: 2\ncondition: a or b", ["1", "2"]],
    ["one that does not ask", "a:\n  EventID: 1\nb:\n  User: x\ncondition: a or b", null],
    ["what both have", "a:\n  EventID: [1, 2]\nb:\n  EventID: [2, 3]\ncondition: a and b", ["2"]],
    ["one of them", "s1:\n  EventID: 1\ns2:\n  EventID: 2\ncondition: 1 of s*", ["1", "2"]],
    ["all of them", "s1:\n  EventID: 1\ns2:\n  User: x\ncondition: all of s*", ["1"]],
    ["maps in a list", "sel:\n  - EventID: 1\n  - EventID: 2\ncondition: sel", ["1", "2"]],
    ["what is left out", "a:\n  EventID: 1\nb:\n  EventID: 2\ncondition: a and not b", ["1"]],
    ["only what is left out", "a:\n  EventID: 1\ncondition: not a", null],
    ["other than", "sel:\n  EventID|neq: 1\ncondition: sel", null],
    ["a wildcard", "sel:\n  EventID: '46*'\ncondition: sel", null],
    ["a part", "sel:\n  EventID|contains: '46'\ncondition: sel", null],
    ["more than", "sel:\n  EventID|gt: 4600\ncondition: sel", null],
    ["no value", "sel:\n  EventID: null\ncondition: sel", null],
    ["another field", "sel:\n  User: x\ncondition: sel", null],
    ["keywords", "keywords:\n  - '4688'\ncondition: keywords", null],
  ])("%s", (_, detection, expected) => {
    expect(asked(detection)).toEqual(expected);
  });
});
