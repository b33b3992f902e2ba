import { describe, expect, it } from "vitest";
import { compileSigma } from "../../../src/detection/evaluate/compile-sigma.ts";
import { refusal, ruleOf } from "../../support/sigma.ts";

/** Selections that hold where the event has the letter. */
const LETTERS = ["a", "b", "c", "d_1", "d_2", "_x"];
const selections = LETTERS.map((name) => `${name}:\n    ${name}: 1`).join("\n");

const holds = (condition: string, letters: string) => {
  const rule = compileSigma(ruleOf(`${selections}\ncondition: ${condition}`));
  return rule.match(Object.fromEntries(letters.split(" ").map((letter) => [letter, 1])));
};

describe("conditions", () => {
  it.each([
    ["a", "a", true],
    ["a", "b", false],
    ["not a", "b", true],
    ["not not a", "a", true],
    ["a and b", "a", false],
    ["a or b and c", "a", true],
    ["a or b and c", "b", false],
    ["(a or b) and c", "a", false],
    ["(a or b) and c", "a c", true],
    ["not a and b", "b", true],
    ["not (a and b)", "a", true],
    ["not a or b", "a b", true],
    ["a AND NOT b", "a", true],
    ["1 of d_*", "d_2", true],
    ["1 of d_*", "a", false],
    ["any of d_*", "d_1", true],
    ["all of d_*", "d_1", false],
    ["all of d_*", "d_1 d_2", true],
    ["2 of d_*", "d_1", false],
    ["2 of them", "a c", true],
    ["3 of them", "a c", false],
    ["1 of them", "_x", false],
    ["1 of _*", "_x", true],
    ["all of them", "a b c d_1 d_2", true],
    ["1 of d*1", "d_1", true],
    ["1 of *_2", "d_1", false],
    ["a and not 1 of d_*", "a", true],
    ["a and not 1 of d_*", "a d_1", false],
    ["a and not all of d_*", "a d_1", true],
    ["[a, b]", "b", true],
    ["[a, b]", "c", false],
    ["((((a))))", "a", true],
  ])("%s with %s: %s", (condition, letters, expected) => {
    expect(holds(condition, letters)).toBe(expected);
  });

  it.each([
    ["a | count() by b > 5", "The aggregation '| count' is of Sigma version 1"],
    ["a | near b", "write a correlation rule of type 'temporal'"],
    ["a and", "Nothing follows 'and'"],
    ["(a", "'(' is never closed"],
    ["z", "There is no selection 'z'"],
    ["1 of z_*", "There is no selection 'z_*'"],
  ])("refuses %s", (condition, reason) => {
    const message = refusal(ruleOf(`${selections}\ncondition: ${condition}`));
    expect(message).toContain("Line 17: ");
    expect(message).toContain(reason);
  });
});

describe("selections", () => {
  const fires = (detection: string, event: unknown) => compileSigma(ruleOf(detection)).match(event);

  it("join fields with and, maps of a list with or", () => {
    const maps = "s:\n    - A: 1\n      B: 2\n    - C|contains: x\ncondition: s";
    expect(fires(maps, { A: 1, B: 2 })).toBe(true);
    expect(fires(maps, { A: 1 })).toBe(false);
    expect(fires(maps, { C: "axb" })).toBe(true);
  });

  it("look for keywords in all values and texts", () => {
    const keywords = "s:\n    - EvilService\n    - 'svc*evil'\n    - 4711\ncondition: s";
    expect(fires(keywords, { a: { b: ["the evilservice here"] } })).toBe(true);
    expect(fires(keywords, { a: "run svchost -n evil now" })).toBe(true);
    expect(fires(keywords, { a: 4711 })).toBe(true);
    expect(fires(keywords, { EvilService: 1 })).toBe(false);
    expect(fires(keywords, "Oct 1 host evilservice")).toBe(true);
    expect(fires("s: пароль\ncondition: s", { m: "Неверный ПАРОЛЬ" })).toBe(true);
    expect(fires("s: [密码]\ncondition: s", { m: "错误密码!" })).toBe(true);
  });

  it("take keywords with modifiers", () => {
    const all = "s:\n    '|all':\n        - one\n        - two\ncondition: s";
    expect(fires(all, { a: "ONE", b: ["two"] })).toBe(true);
    expect(fires(all, { a: "one" })).toBe(false);
    const expression = "s:\n    '|re': '^fail(ed|ure)$'\ncondition: s";
    expect(fires(expression, { a: ["failed"] })).toBe(true);
    expect(fires(expression, { a: "failed." })).toBe(false);
  });

  it("mix keywords and maps in a list", () => {
    const mixed = "s:\n    - needle\n    - A: 1\ncondition: s";
    expect(fires(mixed, { x: "a needle" })).toBe(true);
    expect(fires(mixed, { A: 1 })).toBe(true);
    expect(fires(mixed, { A: 2 })).toBe(false);
  });

  it("merge maps that YAML refers to", () => {
    const merged =
      "base: &base\n    A: 1\n    B: 2\ns:\n    <<: *base\n    B: 3\ncondition: s and not base";
    expect(fires(merged, { A: 1, B: 3 })).toBe(true);
    expect(fires(merged, { A: 1, B: 2 })).toBe(false);
    expect(fires(merged, { A: 2, B: 3 })).toBe(false);
  });
});

describe("texts that are no rule", () => {
  it.each([
    ["", "There is no rule"],
    ["- a\n- b", "must be a map"],
    ["title: x", "has no 'detection'"],
    ["title: x\ndetection: 5", "must hold selections"],
    ["title: x\ndetection:\n  s:\n    A: 1", "has no 'condition'"],
    ["title: x\ndetection:\n  s:\n    A: [[1]]\n  condition: s", "needs plain values"],
    [
      "title: x\naction: global\ndetection:\n  s:\n    A: 1\n  condition: s",
      "'action' is of Sigma version 1",
    ],
    ["title: [x", "Line 1:"],
    [`a: ${"[".repeat(50_000)}`, "Line 1:"],
    [`a: &a [${"x,".repeat(20_000)}x]`, "25000 tokens"],
  ])("%#: %s", (content, reason) => {
    expect(refusal(content)).toContain(reason);
  });

  it("refuses bombs of aliases before they are unfolded", () => {
    const levels = Array.from({ length: 9 }, (_, i) => {
      const items = Array.from({ length: 9 }, () => (i === 0 ? "lol" : `*a${i - 1}`)).join(", ");
      return `a${i}: &a${i} [${items}]`;
    });
    const bomb = `${levels.join("\n")}\ntitle: x\nlogsource:\n  product: x\ndetection:\n  s:\n    A: *a8\n  condition: s`;
    expect(refusal(bomb)).toContain("needs plain values");
    const values = Array.from({ length: 1_500 }, (_, i) => `v${i}`).join(", ");
    const fields = Array.from({ length: 99 }, (_, i) => `    F${i}: *v`).join("\n");
    const wide = `v: &v [${values}]\n${ruleOf(`s:\n${fields.replaceAll(/^ {4}/gm, "    ")}\ncondition: s`)}`;
    expect(refusal(wide)).toContain("more than 50000 values");
  });

  it("tells all faults, the first of them in its sentence", () => {
    try {
      compileSigma(ruleOf("s:\n    A|re: '('\n    B|cidr: x\n    C|re: '['\ncondition: s"));
      expect.unreachable();
    } catch (error) {
      const { errors = [] } = error as { errors?: { detail: string }[] };
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.every(({ detail }) => /^Line \d+: /.test(detail))).toBe(true);
    }
  });
});
