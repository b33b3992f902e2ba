import { describe, expect, it } from "vitest";
import { readRules } from "../../../src/detection/import/read-rules.ts";
import { elastic, sentinel, splunk } from "../../support/rules/foreign.ts";

const read = (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return readRules(name, bytes, new Set());
};
/** A text of almost the most characters that a rule in TOML may have. */
const filled = (piece: (n: number) => string, before = "", after = "") => {
  const pieces = [before];
  for (let length = 0, n = 0; length < 149_000; n += 1) {
    pieces.push(piece(n));
    length += piece(n).length;
  }
  return `${pieces.join("")}${after}`;
};

describe("TOML that is wrong fails with what to do", () => {
  it.each<[what: string, content: string | Uint8Array, message: RegExp, line: number | null]>([
    ["empty", "", /empty/, null],
    ["not TOML", "name: x\n", /no valid TOML/, 1],
    ["cut off", '[rule]\nname = "x\n', /no valid TOML/, 2],
    ["a key that comes twice", "[rule]\nname = 1\nname = 2\n", /no valid TOML/, 3],
    [
      "too long",
      `x = "${"x".repeat(399_000)}"`,
      /at most 150000 characters; save its query as \.eql/,
      null,
    ],
    ["far too long", "x".repeat(2_000_000), /at most 400000/, null],
    ["deep", `x = ${"[".repeat(100_000)}`, /nested/, 1],
    ["not UTF-8", new Uint8Array([0x5b, 0x72, 0xe9, 0x5d, 0x0a]), /UTF-8/, null],
    ["NUL bytes", new Uint8Array([0x5b, 0, 0x5d]), /NUL/, null],
    [
      "two tables of rules",
      '[[rule]]\nname="a"\ntype="eql"\nquery="x"\n[[rule]]\nquery="y"\n',
      /several of 'rule.query'/,
      null,
    ],
    ["no query", elastic({ query: "" }), /'rule.query' must be a text/, null],
    ["a boolean for a query", elastic({ query: "true" }), /'rule.query' must be a text/, null],
    ["a list for a query", elastic({ query: '["a", "b"]' }), /'rule.query' must be a text/, null],
    ["a blank query", elastic({ query: '"  "' }), /'rule.query' must be a text/, null],
    [
      "a query in another language",
      elastic({ query: "'T | where a == 1'" }),
      /'where' is missing/,
      40,
    ],
  ])("%s", (_what, content, message, line) => {
    const [found, ...others] = read("a.toml", content);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      outcome: "failed",
      message: expect.stringMatching(message),
      line,
    });
  });
});

describe("a rule", () => {
  it("of two products at once is neither", () => {
    const both = `${sentinel({ name: "", tags: "", id: "", version: "", description: "" })}${splunk()}`;
    expect(read("a.yml", both)).toMatchObject([
      { outcome: "failed", message: expect.stringMatching(/Sentinel.*Splunk.*a separate file/) },
    ]);
  });

  it("whose fields are of other types has none of them", () => {
    const wrong = {
      name: "[1, 2]",
      author: "7",
      severity: "{ a = 1 }",
      references: '[["https://unit.dev"], { a = "b" }, 5]',
      description: "true",
      rule_id: "[]",
    };
    expect(read("a.toml", elastic(wrong, { maturity: "[[]]" }))).toMatchObject([
      { read: { header: { id: null, status: null, level: null, references: ["5"] } } },
    ]);
  });

  it("cannot end its comments", () => {
    const name = "'x```| delete */'";
    const [found] = read("a.yml", splunk({ name, author: '"a\\n| delete\\u2028b"' }));
    expect(found).toMatchObject({
      read: { title: "x'''| delete */", header: { author: "a | delete b" } },
    });
  });

  it("with a head that is too long keeps its techniques", () => {
    const references = `[${Array.from({ length: 2_000 }, (_, n) => `"https://unit.dev/${n}"`).join(",")}]`;
    const long = elastic({ description: `"${"word ".repeat(10_000)}"`, references });
    const [found] = read("a.toml", long);
    expect(found).toMatchObject({ read: { technique_ids: ["T1059.001", "T1566"] } });
    expect(found && "content" in found ? found.content.length : null).toBeLessThan(20_000);
  });

  it("fails where its header makes it too long", () => {
    const short = { references: `[${"a,".repeat(50)}]`, how_to_implement: "", data_source: "" };
    const padded = (length: number) =>
      splunk({ ...short, search: `'index=x ${"y".repeat(length)}'`, drilldown_searches: "" });
    const content = padded(400_000 - padded(0).length);
    expect(content).toHaveLength(400_000);
    expect(read("a.yml", content)).toMatchObject([
      { outcome: "failed", message: expect.stringMatching(/at most 400000 characters/) },
    ]);
  });

  it("does not take names of prototypes for fields", () => {
    for (const text of [
      '[rule.__proto__]\nname = "x"\n',
      "[constructor]\nname = 1\n",
      "rule.toString = 1\n",
    ]) {
      expect(read("a.toml", text)).toMatchObject([{ outcome: "passed_over" }]);
    }
    expect(({} as { name?: string }).name).toBeUndefined();
  });
});

describe("TOML of the largest size", () => {
  it.each([
    ["keys", filled((n) => `a${n}=1\n`)],
    ["tables", filled((n) => `[a${n}]\n`)],
    ["lists of tables", filled(() => "[[a]]\n[[a.b]]\n[[a.b.c]]\n")],
    ["parts of a key", filled(() => "a.", "", "a = 1\n")],
    ["parts of a table's name", filled(() => "a.", "[", "a]\n")],
    ["tables in a list", filled(() => "{b=[1]},", "a=[", "]\n")],
    ["comments", filled(() => "#\n")],
    ["quotation marks", filled(() => '""x', 'a="""', '"""\n')],
    [
      "techniques",
      elastic() +
        filled((n) => `[[rule.threat]]\n[[rule.threat.technique]]\nid="T${n}"\n`).slice(0, 140_000),
    ],
  ])("of many %s is read in steps that follow its length", (_what, content) => {
    const start = process.cpuUsage();
    const [found] = read("a.toml", content);
    const { user, system } = process.cpuUsage(start);
    expect(found).toBeDefined();
    // Of the slowest; what grows with the square of the length takes minutes.
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
