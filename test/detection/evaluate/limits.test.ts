import { describe, expect, it } from "vitest";
import { compileSigma } from "../../../src/detection/evaluate/compile-sigma.ts";
import { estimateProgram } from "../../../src/detection/evaluate/values/estimate-program.ts";
import { MAX_STEPS, Work } from "../../../src/detection/evaluate/work.ts";
import { refusal, ruleOf, selecting } from "../../support/sigma.ts";
import { processorMs } from "../../support/node/processor-time.ts";

const MILLION = 1_000_000;

/** Milliseconds that a task takes, and what it answers or the sentence it fails with. */
function timed(task: () => boolean): [ms: number, answer: boolean | string] {
  const begun = processorMs();
  let answer: boolean | string;
  try {
    answer = task();
  } catch (error) {
    answer = (error as Error).message;
  }
  return [processorMs() - begun, answer];
}

describe("fields of a million characters", () => {
  const a = "a".repeat(MILLION);
  const ab = Array.from({ length: MILLION }, (_, i) => ((i * i) % 7 < 3 ? "a" : "b")).join("");

  it.each([
    ["A|re: '(a+)+$'", a, true],
    ["A|re: '(a|a)*b'", a, false],
    ["A|re: '(x+x+)+y'", "x".repeat(MILLION), false],
    ["A|re: '^(([a-z])+.)+[A-Z]([a-z])+$'", a, false],
    ["A|contains: '*a*a*a*a*a*a*a*a*b'", a, false],
    ["A: 'a*a*a*a*a*a*a*a*a*a*b'", a, false],
    ["A|contains: 'a?a?a?a?b'", a, false],
    ["A|endswith: '?b'", a, false],
    ["A|contains: x", `${a}X`, true],
    ["A|contains|windash: ' -a '", " /a ".repeat(250_000), true],
    ["A|base64offset|contains: secret", a, false],
    ["A|cidr: 10.0.0.0/8", a, false],
    ["A|gt: 5", "9".repeat(MILLION), false],
    ["A|fieldref: B", a, false],
  ])("end in time: %s", (fields, A, expected) => {
    const [took, answer] = timed(() => selecting(fields).match({ A, B: ab }));
    expect(answer).toBe(expected);
    expect(took).toBeLessThan(5_000);
  });

  it("end with an error where an expression could take too long", () => {
    const expression = `[ab]*a[ab]{900}[xy]`;
    const [took, answer] = timed(() => selecting(`A|re: '${expression}'`).match({ A: `${ab}x` }));
    expect(answer).toContain("takes too long on these events");
    expect(took).toBeLessThan(1_000);
  });
});

describe("the steps of a run", () => {
  it("are spent over all events together", () => {
    const rule = selecting("A|contains: needle");
    const work = new Work(2_000);
    let events = 0;
    expect(() => {
      for (;;) {
        rule.match({ A: "x".repeat(1_000) }, work);
        events += 1;
      }
    }).toThrow("takes too long");
    expect(events).toBeGreaterThan(10);
    expect(events).toBeLessThan(100);
  });

  it("suffice for a rule of 1,500 values on ten thousand events", () => {
    const values = Array.from({ length: 1_500 }, (_, i) => `SHA1=${i}`).join(", ");
    const rule = selecting(`Hashes|contains: [${values}]`);
    const work = new Work(MAX_STEPS);
    const event = { Hashes: `MD5=${"0".repeat(150)}` };
    const matched = Array.from({ length: 10_000 }, () => rule.match(event, work));
    expect(matched).not.toContain(true);
  });
});

describe("rules that are too large", () => {
  it.each([
    ["(a{1000}){1000}", "too large"],
    [Array.from({ length: 40 }, () => "[a-z]{999}").join(""), "too large"],
    ["(".repeat(2_000) + "a" + ")".repeat(2_000), "nest"],
  ])("%#", (expression, reason) => {
    expect(refusal(ruleOf(`s:\n    A|re: '${expression}'\ncondition: s`))).toContain(reason);
  });

  it("are not compiled to find out how large they are", () => {
    const begun = processorMs();
    const expressions = Array.from({ length: 3_000 }, (_, i) => `${i}[a-z]{900}`);
    const message = refusal(ruleOf(`s:\n    A|re: ['${expressions.join("', '")}']\ncondition: s`));
    expect(message).toContain("too large together");
    for (const huge of ["[a-z]{999}".repeat(9_000), "(((a{10}){10}b){9}c{100}){2}".repeat(3_000)]) {
      expect(refusal(ruleOf(`s:\n    A|re: '${huge}'\ncondition: s`))).toContain("too large");
    }
    expect(processorMs() - begun).toBeLessThan(5_000);
  });

  it.each([
    ["abc", 3],
    ["a{3}", 3],
    ["a{2,5}", 5],
    ["a{2,}", 3],
    ["(ab){10}", 40],
    ["((a{3}){4}){5}", 110],
    ["[a-z\\]]{7}", 7],
    ["[]a]{7}", 7],
    ["\\{3}", 3],
    ["a{x}", 4],
    [")(", 1],
  ])("have about so many steps: %s", (expression, steps) => {
    expect(estimateProgram(expression)).toBe(steps);
  });

  it("are compiled in time, or refused", () => {
    const begun = processorMs();
    const chain = Array.from({ length: 30_000 }, () => "s").join(" or ");
    expect(compileSigma(ruleOf(`s:\n    A: 1\ncondition: ${chain}`)).match({ A: 2 })).toBe(false);
    const nots = `${"not ".repeat(20_000)}s`;
    expect(compileSigma(ruleOf(`s:\n    A: 1\ncondition: ${nots}`)).match({ A: 1 })).toBe(true);
    const dashes = "-a".repeat(20_000);
    expect(selecting(`A|windash: '${dashes}'`).match({ A: "-a" })).toBe(false);
    const stars = "*a".repeat(20_000);
    expect(selecting(`A: '${stars}'`).match({ A: "a".repeat(20_000) })).toBe(true);
    expect(processorMs() - begun).toBeLessThan(10_000);
  });
});

describe("events of unusual form", () => {
  it("that are nested deeply are taken", () => {
    let deep: unknown = "needle";
    for (let i = 0; i < 100_000; i += 1) deep = i % 2 === 0 ? { a: deep } : [deep];
    const keywords = compileSigma(ruleOf("s: [needle]\ncondition: s"));
    expect(keywords.match({ a: deep })).toBe(true);
    expect(selecting("a: x").match({ a: deep })).toBe(false);
    const dotted = selecting(`${"a.".repeat(40)}a: x`);
    expect(dotted.match({ a: deep })).toBe(false);
  });

  it("with many fields, lists and NUL are taken", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${i}`, i]));
    expect(selecting("F99999: 99999").match(many)).toBe(true);
    expect(selecting("A: 99999").match({ A: Array.from({ length: 100_000 }, (_, i) => i) })).toBe(
      true,
    );
    expect(selecting('A|contains: "\\0"').match({ A: "a\0b" })).toBe(true);
    expect(selecting("A|re: 'a\\x00b'").match({ A: "a\0b" })).toBe(true);
    expect(selecting("A: '\uFFFD'").match({ A: "\uD800" })).toBe(false);
  });

  it.each([
    [],
    [1],
    5,
    "",
    true,
    { Event: null },
    { Event: [] },
    { Event: { System: 5, EventData: "x" } },
    { winlog: 1 },
    { _source: 1 },
  ])("%o matches nothing", (event) => {
    expect(selecting("A: x").match(event)).toBe(false);
    expect(selecting("A: null").match(event)).toBe(true);
  });
});
