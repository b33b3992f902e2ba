import { describe, expect, it } from "vitest";
import type { Outline, Span } from "../../../src/text/document/document.ts";
import { htmlToOutline, readPage } from "../../../src/formats/documents/page/read-page.ts";
import { printOutline } from "../../support/documents/print-outline.ts";
import { seededRandom } from "../../support/random.ts";

const htmlToText = (html: string) => htmlToOutline(html).text;

it("hides no text behind what is begun and never closed, however often", () => {
  const text = htmlToText(`${"<script <!-- <title>".repeat(20_000)}</p><p>evil[.]top`);
  expect(text.endsWith("evil[.]top")).toBe(true);
});

it.each([
  ["<script>a</script>b<SCRIPT>c", "b<SCRIPT>c"],
  ["<!-- a -->b<!-- c <!-- d", "b<!-- c <!-- d"],
  ["İİİ <style>a", "İİİ <style>a"],
  ["<titles>a", "a"],
  ["a<head>b</head>c", "ac"],
])("reads %s", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});

it("reads what is nested without end, and what closes nothing, in one pass", () => {
  const deep = 200_000;
  for (const [opening, closing] of [
    ["<div>", "</i>"],
    ["<div>", "</p>"],
    ["<div>", "<form>"],
    ["<nav>", "</i>"],
    ["<math><mi>", "</x>"],
  ] as const) {
    const text = htmlToText(`${opening.repeat(deep)}${closing.repeat(deep)}<p>evil[.]top`);
    expect(text.endsWith("evil[.]top") || opening === "<nav>").toBe(true);
  }
});

it("hides what is not read however deep it stands", () => {
  const deep = "<div>".repeat(1_000);
  expect(htmlToText(`${deep}a<nav>b</nav><svg><text>c</text></svg>d`)).toBe("ad");
});

it("keeps the cells of a row apart, and their lines together", () => {
  const rows = "<tr><th>Name<th>MD5<th>Note<tr><td>a<br>b<td>cc\t<br>dd<td>x<tr><td>e<td><td>f";
  expect(htmlToText(`<p>a\tb</p><table>${rows}</table>`)).toBe(
    "a b\n\nName\tMD5\tNote\na\nb\tcc\ndd\tx\ne\t\tf",
  );
});

it("reads rows of empty cells in linear time", () => {
  const cells = "<td>".repeat(300_000);
  const text = htmlToText(`<table><tr><td>a${cells}b<tr>${cells}<tr><td>c</table>`);
  expect(text.replaceAll("\t", "").replace(/\n+/g, "\n")).toBe("ab\nc");
});

describe("a part of a page", () => {
  it.each([
    [
      "all of it",
      "<h2>Related articles</h2><p>a</p><ul><li><a>b</a></ul>",
      "h2 Related articles|p a|i1 b",
    ],
    ["a heading closed by the wrong tag", "<h2>a</h3><p>b</p><p>c", "h2 a|p b|p c"],
    ["a heading in a cell", "<table><tr><td><h3>a</h3><td>b</table>", "h3 a|p b"],
    ["a heading of several blocks", "<h4><div>a</div><div>b</div></h4>", "h4 a↵↵b"],
    ["a level by its role", "<h2 aria-level=3>a</h2><div role=heading>b</div>", "h3 a|h2 b"],
    ["an item behind a list", "<ul><li>a<ul><li>b</ul>c</ul>", "i1 a|i2 b|p c"],
    ["an item outside of lists", "<li>a", "i1 a"],
    [
      "code of several elements",
      "<p>x x x</p><pre><b>a</b>\n<div>b</div></pre>",
      "p x x x|code a↵↵b",
    ],
    ["code in a sentence", "<p>Run <code>a</code>", "p Run a"],
    [
      "a row in a cell",
      "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>",
      "row a | b|p c",
    ],
    [
      "what reaches over rows",
      "<table><tr><th>a<th rowspan=2>b<tr><td>c</table>",
      "row a | b|row c |",
    ],
    [
      "an attribute of a thousand cells",
      "<table><tr><td colspan=1000>a<td>b</table>",
      `row a${" | ".repeat(20)}b`,
    ],
  ])("has %s", (_what, html, outline) => {
    expect(printOutline(htmlToOutline(html)).join("|")).toBe(outline);
  });

  it("without elements says nothing of its lines, and keeps them", () => {
    expect(htmlToOutline("Indicators &amp; more\n\n- <b>a</b>\n-  b")).toEqual({
      text: "Indicators & more\n\n- a\n- b",
      blocks: [],
    });
  });

  it("that is one preformatted text is no code", () => {
    expect(
      htmlToOutline(`<div><pre>Advisory\n\n${"The actors ran a tool. ".repeat(9)}</pre></div>`)
        .blocks,
    ).toEqual([]);
  });

  it("counts in the text that is stored", () => {
    const { text, blocks } = htmlToOutline(
      "<h2>a\0\uD83D</h2>\r\n<pre>b\r\n&#13;c</pre><p>d\u00AD\u200Be",
    );
    expect(text).toBe("a\n\nb\n\nc\n\nde");
    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual(["a", "b\n\nc", "de"]);
  });
});

const TAGS =
  "a,div,p,h1,h2,h3,li,ul,ol,table,tr,td,th,pre,code,br,hr,span,article,main,section,dl,dt,dd,button,aside,tbody,body".split(
    ",",
  );
const ATTRIBUTES = [
  " class=comments",
  " role=heading",
  " aria-level=3",
  " colspan=3",
  " rowspan=2",
  " style='mso-list:l0 level2 lfo1'",
];
const WORDS = [
  "word ",
  " ",
  "\n",
  "a\n b",
  "&nbsp;",
  "\u00AD",
  "&#13;",
  "\0",
  "\uD83D",
  "\u2028",
  "\uFEFF",
  "漢",
  "Related articles",
  "A long text of a sentence. ",
];

function randomPage(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const parts = Array.from({ length: 5 + random() * 60 }, () => {
    const kind = random();
    if (kind < 0.45) return `<${pick(TAGS)}${random() < 0.2 ? pick(ATTRIBUTES) : ""}>`;
    return kind < 0.7 ? `</${pick(TAGS)}>` : pick(WORDS);
  });
  return parts.join("");
}

it("has blocks in order, apart, trimmed and within the text, whatever the tags are", () => {
  const random = seededRandom(34);
  for (let n = 0; n < 3_000; n += 1) {
    const html = randomPage(random);
    for (const outline of [htmlToOutline(html), readPage(html)]) {
      // What is preformatted as a whole is left open.
      const isWhole = outline.blocks.length > 0 && !/<pre|<code/.test(html);
      expect({ html, faults: faultsOf(outline, isWhole) }).toEqual({ html, faults: [] });
    }
  }
});

function faultsOf({ text, blocks }: Outline, isWhole: boolean): string[] {
  const faults: string[] = [];
  const covered: Span[] = [];
  for (const [at, block] of blocks.entries()) {
    const content = text.slice(block.start, block.end);
    if (block.start < (blocks[at - 1]?.end ?? 0)) faults.push(`block ${at} overlaps`);
    if (block.end > text.length) faults.push(`block ${at} is outside`);
    if (content === "" || content !== content.trim()) faults.push(`block ${at} is not trimmed`);
    const cells = block.cells ?? [];
    for (const [n, cell] of cells.entries()) {
      const isInside = cell.start >= (cells[n - 1]?.end ?? block.start) && cell.end <= block.end;
      if (!isInside || cell.end < cell.start) faults.push(`cell ${n} of block ${at} is misplaced`);
    }
    covered.push(...(block.cells ?? [block]));
  }
  if (isWhole && hasMore(text, covered)) faults.push("a gap");
  if (/[\0\r]|\p{Surrogate}/u.test(text)) faults.push("characters that are not stored");
  return faults;
}

/** Whether the text has more characters than its blocks and cells. */
function hasMore(text: string, parts: readonly Span[]): boolean {
  const held = parts.map(({ start, end }) => text.slice(start, end)).join("");
  return held.replace(/\s/gu, "").length !== text.replace(/\s/gu, "").length;
}

it("outlines as many items, rows and cells as there are, in one pass", () => {
  const many = 100_000;
  expect(htmlToOutline(`<ul>${"<li>a".repeat(many)}</ul>`).blocks).toHaveLength(many);
  expect(htmlToOutline(`<table>${"<tr><td>a<td>b".repeat(many / 2)}`).blocks).toHaveLength(
    many / 2,
  );
  const [row] = htmlToOutline(`<table><tr><th>a${"<td>b".repeat(many)}`).blocks;
  expect(row?.cells).toHaveLength(many + 1);
  const reaching = "<td rowspan=99999>a".repeat(many / 2);
  const rows = htmlToOutline(`<table><tr>${reaching}${"<tr><td>b".repeat(many / 2)}`).blocks;
  expect(rows).toHaveLength(many / 2 + 1);
});
