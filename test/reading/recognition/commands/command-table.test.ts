import { describe, expect, it } from "vitest";
import packed from "../../../../assets/commands/commands.json" with { type: "json" };
import {
  meets,
  readTable,
  shippedCommands,
} from "../../../../src/reading/recognition/commands/command-table.ts";
import { shippedRelease } from "../../../../scripts/model/shipped.ts";

const { rows, everyday } = packed;
const none = { everyday: "", unix: "", own: "" };

function fits(terms: string, ...args: string[]): boolean {
  const table = readTable([["x", terms, "T1018", "sure"]], none);
  return meets(table.entries.get("x")?.[0] ?? { terms: [] }, {
    args,
    certain: args,
    words: () => [],
  });
}

describe("the shipped table", () => {
  it("names techniques that are active", () => {
    const { techniques } = shippedRelease();
    const ids = new Set(rows.flatMap(([, , id = ""]) => id.split(" ")));
    expect([...ids].filter((id) => !techniques.has(id))).toEqual([]);
    expect(ids.size).toBeGreaterThan(200);
  });

  it("says nothing twice", () => {
    const keys = rows.flatMap(([names = "", terms = ""]) =>
      names.split(" ").map((name) => `${name} | ${terms}`),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it("has no everyday word that no row is about", () => {
    const { entries } = shippedCommands();
    expect(everyday.split(" ").filter((name) => !entries.has(name))).toEqual([]);
  });

  it("lists no program of a system that no row is about", () => {
    const { entries, unix, own } = shippedCommands();
    expect([...unix, ...own].filter((name) => !entries.has(name))).toEqual([]);
  });

  it("has no row that an earlier one without conditions hides", () => {
    const hidden = [...shippedCommands().entries].filter(([, own]) => {
      const first = own.findIndex(({ terms, isFurther }) => terms.length === 0 && !isFurther);
      return first !== -1 && first < own.length - 1;
    });
    expect(hidden.map(([name]) => name)).toEqual([]);
  });
});

describe("conditions", () => {
  it.each<[string, string[], boolean]>([
    ["-add", ["/add"], true],
    ["-add", ["--add"], true],
    ["-add", ["–add"], true],
    ["-tn", ["/tn:x"], true],
    ["-add", ["/address"], false],
    ["^group", ["/domain", "group"], true],
    ["^group", ["user", "group"], false],
    ["^query", ["\\\\srv", "query"], true],
    ["^^start", ["start"], true],
    ["^^start", ["start", "termservice"], false],
    ["-R", ["-R"], true],
    ["-R", ["-r"], false],
    ["*\\run*", ["hkcu\\run\\a"], true],
    ["*.dll", ["a.dll"], true],
    ["http*", ["http://a"], true],
    ["domain+admins", ["domain admins"], true],
    ["a,b c", ["b", "c"], true],
    ["a,b c", ["b"], false],
    ["!-x", ["/y"], true],
    ["!-x", ["/x"], false],
    ["*", [], false],
    ["!*", [], true],
  ])("%s of %j: %s", (terms, args, isMet) => {
    expect(fits(terms, ...args)).toBe(isMet);
  });

  it("refuses a class that it does not know", () => {
    expect(() => readTable([["x", "", "T1018", "certain"]], none)).toThrow(
      "x  has no class: certain",
    );
  });
});
