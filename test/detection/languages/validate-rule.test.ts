import { describe, expect, it } from "vitest";
import { validateRule } from "../../../src/detection/languages/validate-rule.ts";
import { RULE_LANGUAGES } from "../../../src/detection/languages/vocabulary.ts";
import badEql from "./corpus/bad.eql?raw";
import badKql from "./corpus/bad.kql?raw";
import badSigma from "./corpus/bad.sigma?raw";
import badSpl from "./corpus/bad.spl?raw";
import goodEql from "./corpus/good.eql?raw";
import goodKql from "./corpus/good.kql?raw";
import goodSigma from "./corpus/good.sigma?raw";
import goodSpl from "./corpus/good.spl?raw";

/** Rules that pass, under their names; rules that do not, under `line:column part of the message`. */
const CORPORA = {
  sigma: { good: goodSigma, bad: badSigma, least: 50 },
  kql: { good: goodKql, bad: badKql, least: 60 },
  spl: { good: goodSpl, bad: badSpl, least: 60 },
  eql: { good: goodEql, bad: badEql, least: 60 },
};

const rulesOf = (corpus: string): [head: string, rule: string][] =>
  corpus
    .split(/^===== /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf("\n");
      return [block.slice(0, end), block.slice(end + 1, -1)];
    });

describe.each(RULE_LANGUAGES)("validation of %s", (language) => {
  const { good, bad, least } = CORPORA[language];

  it(`has ${least} rules of both kinds`, () => {
    expect(rulesOf(good).length).toBeGreaterThanOrEqual(least);
    expect(rulesOf(bad).length).toBeGreaterThanOrEqual(least);
  });

  it.each(rulesOf(good))("passes: %s", (_name, rule) => {
    expect(validateRule(language, rule)).toMatchObject({ valid: true, errors: [] });
  });

  it.each(rulesOf(good))("passes with the line ends of Windows: %s", (_name, rule) => {
    const { errors } = validateRule(language, rule.replaceAll("\n", "\r\n"));
    expect(errors).toEqual([]);
  });

  it.each(rulesOf(bad))("finds: %s", (head, rule) => {
    const [, line, column, message = ""] = /^(\d+)(?::(\d+))? (.+)$/.exec(head) ?? [];
    const { valid, errors } = validateRule(language, rule);
    expect(valid).toBe(false);
    expect(errors[0]).toMatchObject({
      line: Number(line),
      ...(column !== undefined && { column: Number(column) }),
      message: expect.stringContaining(message),
    });
  });

  it("warns of each placeholder with its place, and of nothing else then", () => {
    const rule = {
      sigma:
        "title: x\nlogsource: {product: linux}\ndetection:\n  s: {a: REPLACE_WITH_BEHAVIOR}\n  condition: s",
      kql: 'T\n| where a == 1\n| where b has "x"\n  and c has "REPLACE_WITH_BEHAVIOR"',
      spl: 'index=a\n\n| search\n     b="REPLACE_WITH_BEHAVIOR"',
      eql: "process where\n  a == 1 and\n\n     REPLACE_WITH_BEHAVIOR",
    }[language];
    const line = rule.split("\n").at(3) ?? "";
    expect(validateRule(language, rule)).toEqual({
      valid: true,
      errors: [],
      warnings: [
        {
          line: 4,
          column: line.indexOf("REPLACE") + 1,
          message: "REPLACE_WITH_BEHAVIOR is still to be replaced.",
        },
      ],
    });
  });
});

describe("warnings", () => {
  it.each([
    ["kql", "T | extend a = frobnicate(b)", "'frobnicate' is no function of KQL"],
    ["spl", "index=a | frobnicate b", "'frobnicate' is no command that comes with Splunk"],
    ["spl", "index=a | eval b=frobnicate(c)", "'frobnicate' is no function of eval"],
    ["spl", "tstats count where index=a", "'tstats' is only a command behind a pipe"],
    ["eql", 'process where frobnicate(a) == "x"', "'frobnicate' is no function of EQL"],
    ["eql", "process where a == 'x'", "double quotes"],
    [
      "sigma",
      "{title: x, logsource: {product: a}, detection: {s: {a: 1}, t: {a: 1}, condition: s}}",
      "No condition uses the selection 't'",
    ],
    [
      "sigma",
      "{Title: y, title: x, logsource: {product: a}, detection: {s: {a: 1}, condition: s}}",
      "'Title' is no field of Sigma; 'title' is",
    ],
  ] as const)("%s: %s", (language, rule, message) => {
    const { valid, warnings } = validateRule(language, rule);
    expect(valid).toBe(true);
    expect(warnings.map((warning) => warning.message)).toEqual([expect.stringContaining(message)]);
  });
});

describe("tags of tactics", () => {
  const warningsOf = (tag: string, tactics?: ReadonlySet<string>) => {
    const rule = `{title: x, tags: [${tag}], logsource: {product: a}, detection: {s: {a: 1}, condition: s}}`;
    const { valid, warnings } = validateRule("sigma", rule, tactics);
    expect(valid).toBe(true);
    return warnings.map(({ message }) => message);
  };

  it.each(["attack.stealth", "attack.defense-impairment", "attack.t1685.001"])(
    "of ATT&CK 19 pass: %s",
    (tag) => expect(warningsOf(tag)).toEqual([]),
  );

  it.each(["attack.defense-evasion", "attack.defense_evasion"])("before 19 pass: %s", (tag) => {
    expect(warningsOf(tag)).toEqual([
      `'${tag}' is a tactic of older releases. Enterprise 19 replaced it with 'attack.stealth' and 'attack.defense-impairment'.`,
    ]);
  });

  it("pass where a loaded release has them", () => {
    const tactics = new Set(["defense-evasion"]);
    expect(warningsOf("attack.defense-evasion", tactics)).toEqual([]);
    expect(warningsOf("attack.defense_evasion", tactics)).toEqual([
      "'attack.defense_evasion' should be written 'attack.defense-evasion'.",
    ]);
  });
});

describe("hostile content", () => {
  const SIZE = 100_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
  const PIECES = [
    "(",
    "[",
    "{",
    ")",
    "|",
    "| ",
    "'",
    '"',
    "`",
    "```",
    "/*",
    "//",
    "\\",
    "\n",
    "\r\n",
    " ",
    "a",
    "a ",
    "a.",
    "a,",
    "-",
    "not ",
    "and ",
    "(a",
    "[a ",
    "a (",
    "a | where ",
    "! ",
    "*",
    "=",
    "a: b\n",
    "- ",
    "- a\n",
    "? ",
    "{a: ",
    "&a ",
    "*a ",
    "---\n",
    "a: &a [*a]\n",
    "\t",
    "#",
    "%",
    "\0",
    '"a" ',
    "'a' ",
    "let a = ",
    "let a = 1;",
    "[search ",
    "`a` ",
    "\u202e",
    "я",
    "😀",
    "\ud800",
    "process where ",
    "sequence [a where b] ",
    "x=(",
    "a=b OR ",
    "by a, ",
    "REPLACE_WITH_BEHAVIOR ",
  ];
  const HEADS = {
    sigma: "title: x\nlogsource: {product: a}\ndetection:\n  condition: ",
    kql: "T | where ",
    spl: "index=a | where ",
    eql: "process where ",
  };

  it.each(RULE_LANGUAGES)(
    "of %s is read once, and told in a hundred findings at most",
    (language) => {
      for (const piece of PIECES) {
        for (const head of ["", HEADS[language]]) {
          const { errors, warnings } = validateRule(language, head + fill(piece));
          expect(errors.length).toBeLessThanOrEqual(100);
          expect(warnings.length).toBeLessThanOrEqual(100);
        }
      }
    },
  );
});

describe("a Sigma rule", () => {
  const rule = (more: string, condition = "a") =>
    `title: A rule\nlogsource:\n  category: x\ndetection:\n  a:\n    b: c\n  condition: ${condition}\n${more}`;

  it("names its references in a list", () => {
    expect(validateRule("sigma", rule("references: https://unit.dev/a")).errors).toMatchObject([
      { line: 8, message: "'references' must be a list." },
    ]);
    expect(validateRule("sigma", rule("references:\n  - https://unit.dev/a")).errors).toEqual([]);
  });

  it("is refused when reading it would take the square of its length", () => {
    expect(validateRule("sigma", "}".repeat(90_000))).toMatchObject({
      errors: [{ message: "There are more than 25000 tokens of YAML." }],
    });
    const patterns = Array.from({ length: 300 }, (_, n) => `1 of a${"*".repeat(n)}*`).join(" and ");
    expect(
      validateRule("sigma", rule("", patterns)).errors.map(({ message }) => message),
    ).toContain("There are more than 200 patterns of selections.");
  });
});
