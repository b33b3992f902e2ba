import { describe, expect, it } from "vitest";
import { markdownBlocks } from "../../../src/text/outline/markdown.ts";
import { expectSound, showOutline } from "../../support/documents/show-outline.ts";
import { seededRandom } from "../../support/random.ts";

function outline(...lines: string[]): string[] | null {
  const text = lines.join("\n");
  const blocks = markdownBlocks(text);
  if (blocks === null) return null;
  expectSound({ text, blocks });
  return showOutline({ text, blocks });
}

describe("the outline of a text in Markdown", () => {
  it("of an advisory", () => {
    expect(
      outline(
        "### Impact",
        "An attacker who can reach the service",
        "runs commands as `root`.",
        "",
        "### Patches and workarounds, in short.",
        "* Update to 2.1",
        "* Or close the port:",
        "  1. `systemctl stop app`",
        "  2. edit the file",
        "     and save it",
        "* Then wait",
        "",
        "### References",
        "- [Advisory](https://vendor.example/advisory)",
        "",
        "| Version | Fixed | Note |",
        "|:--------|:-----:|------|",
        "| 1.0 | `2.1` |  |",
        "| a \\| b | no |",
        "",
        "~~~yara",
        "rule a { condition: true }",
        "",
        "# no heading",
        "~~~",
        "### 修復 ###",
      ),
    ).toEqual([
      "heading3: ### Impact",
      "paragraph: An attacker who can reach the service⏎runs commands as `root`.",
      "heading3: ### Patches and workarounds, in short.",
      "item1: * Update to 2.1",
      "item1: * Or close the port:",
      "item2: 1. `systemctl stop app`",
      "item2: 2. edit the file⏎     and save it",
      "item1: * Then wait",
      "heading3: ### References",
      "item1: - [Advisory](https://vendor.example/advisory)",
      "row: Version | Fixed | Note",
      "furniture: |:--------|:-----:|------|",
      "row: 1.0 | `2.1` | ",
      "row: a \\| b | no",
      "furniture: ~~~yara",
      "code: rule a { condition: true }⏎⏎# no heading",
      "furniture: ~~~",
      "heading3: ### 修復 ###",
    ]);
  });

  it("of a README", () => {
    expect(
      outline(
        "---",
        "title: Tool",
        "tags:",
        "  - a",
        "---",
        "# Tool",
        "[![build](https://ci.example/badge.svg)](https://ci.example) ![](a.png)",
        '<p align="center"><img src="logo.png"></p>',
        "<!-- toc -->",
        "",
        "Text with ![a picture](b.png) inside.",
        "***",
        "## Usage",
        "",
        "    $ tool --scan",
        "",
        "      more",
        "",
        "> A quote",
        "> of two lines",
        ">",
        "> and another",
        "",
        "1. First",
        "",
        "   Second paragraph of it.",
        "",
        "       code in it",
        "2. Second",
        "\t- nested by a tab",
        "\t\t+ and deeper",
        "",
        "    This sentence is only indented by four blanks.",
        "#",
      ),
    ).toEqual([
      "furniture: ---⏎title: Tool⏎tags:⏎  - a⏎---",
      "heading1: # Tool",
      "furniture: [![build](https://ci.example/badge.svg)](https://ci.example) ![](a.png)",
      'furniture: <p align="center"><img src="logo.png"></p>',
      "furniture: <!-- toc -->",
      "paragraph: Text with ![a picture](b.png) inside.",
      "furniture: ***",
      "heading2: ## Usage",
      "code: $ tool --scan⏎⏎      more",
      "paragraph: > A quote⏎> of two lines",
      "furniture: >",
      "paragraph: > and another",
      "item1: 1. First",
      "paragraph: Second paragraph of it.",
      "code: code in it",
      "item1: 2. Second",
      "item2: - nested by a tab",
      "item3: + and deeper",
      "paragraph: This sentence is only indented by four blanks.",
      "furniture: #",
    ]);
  });

  it("of a blog with underlined headings", () => {
    expect(
      outline(
        "A Tale of Two Loaders",
        "=====================",
        "",
        "The actors sent mail in",
        "2021. They were back in",
        "1. no time - as they said",
        "",
        "Рекомендации.",
        "---",
        "Text of one line above a rule, wrapped",
        "to two lines.",
        "---",
        "- one",
        "---",
        "",
        "<!-- a comment",
        "of two lines --> and text",
        "```",
        "no end",
      ),
    ).toEqual([
      "heading1: A Tale of Two Loaders",
      "furniture: =====================",
      "paragraph: The actors sent mail in⏎2021. They were back in",
      "item1: 1. no time - as they said",
      "heading2: Рекомендации.",
      "furniture: ---",
      "paragraph: Text of one line above a rule, wrapped⏎to two lines.",
      "furniture: ---",
      "item1: - one",
      "furniture: ---",
      "paragraph: <!-- a comment⏎of two lines --> and text⏎```⏎no end",
    ]);
  });

  it("of a text with nothing but emphasis and items", () => {
    const items = ["- **a:** x", "- **b:** y", "- **c** z", "1. **d** z"];
    expect(outline(...items)).toEqual(items.map((item) => `item1: ${item}`));
  });

  it("is the same whatever a heading says, and however it is written", () => {
    for (const words of [
      "References",
      "REFERENCES, and where to read more.",
      "10. x",
      "参考资料。",
    ]) {
      expect(outline(`## ${words}`, "Text.")).toEqual([
        `heading2: ## ${words}`,
        "paragraph: Text.",
      ]);
    }
  });
});

describe("a text that only looks like Markdown", () => {
  it.each([
    ["prose", "The actors used a * and a # sign.\n\nThen they left - all of them."],
    ["typed bullets", "* one\n* two\n\n- three\n1. four"],
    ["a shell script", "#!/bin/sh\n# Install\n\n## Second\napt-get install x\n"],
    [
      "commands with comments",
      "# Install\nsudo apt install x\n## Configure\nexport A=1\n# Run\n./x --now\n",
    ],
    ["comments in a row", "## The first line\n## of a comment\n\ntext\n"],
    ["rules of Sigma", "title: a\n# comment\ndetection:\n  - a\n  - b\n"],
    ["documents of YAML", "a: b\n---\na: c\n\nd: e\n---\n\nf: g\n---\n"],
    ["a mail", "> On Monday you wrote:\n> hello\n\nYes.\n--\nA. B."],
    ["bars", "a | b | c\nd | e | f"],
    ["a rule under a paragraph", "one line\nand another\n----------\ntext"],
    ["nothing", ""],
  ])("is none: %s", (_, text) => {
    expect(markdownBlocks(text)).toBeNull();
  });
});

describe("a hostile text in Markdown", () => {
  const SIGNS =
    "# * | - = ` ~ > _ [ ] ( ) ! < \\ a b \t \n \n \n\n \n#_ ```\n |-| ____ 1._ -_ <!-- --> \u2028 漢 ---"
      .split(" ")
      .map((sign) => sign.replaceAll("_", " "));
  /** So that it is taken for Markdown whatever comes behind. */
  const HEAD = "## a\n\n".repeat(2000);

  function expectQuick(part: string): void {
    const text = HEAD + part;
    const before = process.cpuUsage();
    const blocks = markdownBlocks(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(10);
    expect(blocks).not.toBeNull();
    expectSound({ text, blocks: blocks ?? [] });
  }

  it("has blocks in order, trimmed, that hold all of it", () => {
    const random = seededRandom(34);
    for (let round = 0; round < 300; round += 1) {
      const signs = Array.from({ length: 800 }, () => SIGNS[Math.floor(random() * SIGNS.length)]);
      const text = HEAD + signs.join("");
      expectSound({ text, blocks: markdownBlocks(text) ?? [] });
    }
  });

  it.each(
    [
      ["#", "*", "|", "`", "~", "-", "=", ">", "[", "![", "<", "<p ", "_ ", "- ", "|-", "\\", " "],
      ["#\n", "# a\n", "* a\n", "|a|\n", "|-|\n", "a|\n-|\n", "```\n", "~~~a\n", "<!--\n", "---\n"],
      [
        "a\n=\n",
        "> a\n",
        "- \n",
        "[a](/b) ",
        "**a** ",
        "\n",
        "    a\n",
        "    a\n\n",
        "[![a](b)](c) ",
      ],
      ["\t", "a ", "1. a\n\n  b\n", "- a\n\n      b\n"],
    ]
      .flat()
      .map((sign) => [JSON.stringify(sign), sign]),
  )("is read in linear time: %s", (_, sign) => {
    expectQuick(sign.repeat(Math.ceil(1_000_000 / sign.length)));
  });

  it("is read in linear time: nested lists, fences and comments that nothing closes", () => {
    const lines = (line: (n: number) => string) => Array.from({ length: 1400 }, (_, n) => line(n));
    expectQuick(lines((n) => `${" ".repeat(n)}- a\n`).join(""));
    expectQuick(lines((n) => `${"`".repeat(1403 - n)}a\n`).join(""));
    expectQuick(`${"<!--\n".repeat(200_000)}--> x`);
    expectQuick(`<!--${"\n<!-- x --> y".repeat(80_000)}`);
  });
});

describe("a picture alone on a line", () => {
  it("is its caption, between furniture", () => {
    const text =
      "## Loader\n\nIt ran.\n\n![Figure 2: the loop that decrypts it](/images/loop%202.png)\n";
    expect(showOutline({ text, blocks: markdownBlocks(text) ?? [] })).toEqual([
      "heading2: ## Loader",
      "paragraph: It ran.",
      "furniture: ![",
      "paragraph: Figure 2: the loop that decrypts it",
      "furniture: ](/images/loop%202.png)",
    ]);
  });
});
