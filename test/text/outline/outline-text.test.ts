import { describe, expect, it } from "vitest";
import type { Block } from "../../../src/text/document/document.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";

const outlineOf = (text: string, known: readonly Block[] = []) =>
  outlineText(text, known).blocks.map(({ kind, level, start, end }) => {
    const depth = level === undefined ? "" : ` ${level}`;
    return `${kind}${depth}: ${text.slice(start, end)}`;
  });

const PROSE =
  "The intruders copied a loader to three servers and started it with a task of the system.";

describe("a heading of a plain text", () => {
  const isHeading = (line: string, below = PROSE) =>
    outlineText(`${PROSE}\n\n${line}\n\n${below}`).blocks.some(
      ({ kind, start }) => kind === "heading" && start === PROSE.length + 2,
    );

  it.each([
    "Recommendations",
    "Recommendations.",
    "Recommendations:",
    "RECOMMENDATIONS",
    "recommendations",
    "4.2 Recommendations",
    "4. Recommendations",
    "IV. Recommendations",
    "Appendix B: Recommendations",
    "Recommendations for organisations that want to protect themselves against this and similar campaigns",
    "References, and where to read more.",
    "Empfehlungen",
    "Recomendaciones.",
    "Recommandations",
    "Рекомендации",
    "防护建议",
    "推奨事項",
  ])("is one by its words, whatever else it looks like: %s", (line) => {
    expect(isHeading(line)).toBe(true);
  });

  it.each([
    "How the intruders got in",
    "Technical Analysis of the Loader",
    "3.1.2 The second stage",
    "WHAT HAPPENED THEN",
    "第三章 样本分析",
    "Appendix C: Files",
  ])("is one by its form and place: %s", (line) => {
    expect(isHeading(line)).toBe(true);
  });

  it.each([
    "Mitigation of this flaw was not possible before the vendor published an update.",
    "Recommendations were given to the victims.",
    "Then they left.",
    "T1059.001 PowerShell",
    "https://example.com/references",
    "C:\\Windows\\Temp\\Loader",
    "Recommendations ........ 12",
    "Windows\tLinux\tmacOS",
    "• Recommendations",
  ])("is not: %s", (line) => {
    expect(isHeading(line)).toBe(false);
  });

  it("is no wrapped line of a paragraph, nor a name of a list", () => {
    expect(
      outlineOf(
        "The loader was signed with a certificate of\nExample Software Limited\nand ran at once.",
      ),
    ).toHaveLength(1);
    expect(outlineOf(`${PROSE}\n\nalpha beta\nGamma delta\nEpsilon zeta`)).toHaveLength(2);
  });
});

describe("what is no heading", () => {
  it("paragraphs go over wrapped lines, and part at empty ones", () => {
    const text = `${PROSE}\nIt ran every hour.\n\nThen they left.`;
    expect(outlineOf(text)).toEqual([
      `paragraph: ${PROSE}\nIt ran every hour.`,
      "paragraph: Then they left.",
    ]);
  });

  it("go on behind the end of a page that tears a sentence", () => {
    const torn = "The intruders copied a loader to three servers and\n\nstarted it there.";
    expect(outlineOf(torn)).toEqual([`paragraph: ${torn}`]);
  });

  it("entries know how deep they are nested", () => {
    const text = "- one\n  * two\n  * three\n    1. four\n- five\n  goes on";
    expect(outlineOf(text)).toEqual([
      "item 1: - one",
      "item 2: * two",
      "item 2: * three",
      "item 3: 1. four",
      "item 1: - five\n  goes on",
    ]);
  });

  it("rows have their cells, empty ones too", () => {
    const text = "Hash\tFile\tNote\nabc\t\tloader  \nx | y   z";
    const { blocks } = outlineText(text);
    const cells = blocks.map((row) => row.cells?.map(({ start, end }) => text.slice(start, end)));
    expect(cells).toEqual([
      ["Hash", "File", "Note"],
      ["abc", "", "loader"],
      ["x", "y", "z"],
    ]);
  });
});

describe("a text whose format is known", () => {
  it("keeps the blocks of the format, and infers what it leaves open", () => {
    const text = "Title\n\nSome words.\n\nNOTE\n\nOther words here.";
    const known: Block[] = [
      { kind: "heading", level: 1, start: 0, end: 5, source: "format" },
      { kind: "paragraph", start: 7, end: 18, source: "format" },
    ];
    expect(outlineText(text, known).blocks).toEqual([
      ...known,
      { kind: "heading", level: 1, start: 20, end: 24, source: "inferred" },
      { kind: "paragraph", start: 26, end: 43, source: "inferred" },
    ]);
  });

  it("refines a paragraph that is typed as something else", () => {
    const text = "References, and where to read more.\n• one\n• two";
    const known: Block[] = [{ kind: "paragraph", start: 0, end: text.length, source: "format" }];
    expect(outlineOf(text, known)).toEqual([
      "heading: References, and where to read more.",
      "item 1: • one",
      "item 1: • two",
    ]);
    expect(outlineText(text, known).blocks.every(({ source }) => source === "inferred")).toBe(true);
  });

  it("leaves a heading of the format what it is, whatever it looks like", () => {
    const text = "we looked at many things, and this is what we found there.";
    const known: Block[] = [
      { kind: "heading", level: 2, start: 0, end: text.length, source: "format" },
    ];
    expect(outlineText(text, known).blocks).toEqual(known);
  });
});

describe("the blocks of any text", () => {
  const TEXTS = [
    "",
    " \n\t\n ",
    "\f\f",
    "a",
    "\u00a0a\u00a0\r\nb\u2028c\u2029",
    "•\n•\n-\n1.\n| | |\n\t\t\t\n",
    `${PROSE}\n\n`.repeat(20),
    "T1059.\n001\n\nT1059.\n\n002",
    "# x\n## \n```\ncode\n",
    "-".repeat(5_000_000),
    "* ".repeat(1_000_000),
    "한국어 문장입니다.\n\n日本語の文。\n\n中文句子。",
  ];
  it.each(TEXTS.map((text, at) => ({ at, text })))(
    "are in order and hold all of it: $at",
    ({ text }) => {
      const { blocks } = outlineText(text);
      let from = 0;
      for (const { start, end } of blocks) {
        expect(text.slice(from, start).trim()).toBe("");
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
        expect(end).toBeGreaterThan(start);
        from = end;
      }
      expect(text.slice(from).trim()).toBe("");
    },
  );
});

describe("prose that is no table and no heading", () => {
  const kindsOf = (text: string) => outlineText(text).blocks.map(({ kind }) => kind);

  it.each([
    "When the clerk opened the attachment,\nthe macro ran a script without a window,\nand downloaded a loader.",
    "They had encrypted 12,000 documents\nand then deleted the copies of 3,400 machines.",
    "The malware went around mitigations in three ways:",
    "攻击者通过VPN进入网络,随后利用\nPSEXEC和WMIC在内网主机之间\n横向移动并转储LSASS内存",
  ])("is a paragraph: %s", (text) => {
    expect(kindsOf(text)).toEqual(["paragraph"]);
  });
});
