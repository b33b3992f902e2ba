import { describe, expect, it } from "vitest";
import { readDocx } from "../../../src/formats/documents/read-docx.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { makeDocx, stylesXml } from "../../support/documents/make-docx.ts";
import { expectSound } from "../../support/documents/show-outline.ts";
import { seededRandom } from "../../support/random.ts";

const WORDS = [
  "a",
  " ",
  "",
  "T1059",
  "&#13;",
  "\u00a0",
  "\u200b",
  "é",
  "漢字",
  "\u{1f600}",
  "End.",
];
const EMPTY = [
  "w:br",
  "w:tab",
  "w:cr",
  'w:pStyle w:val="h"',
  'w:pStyle w:val="c"',
  'w:numId w:val="1"',
  'w:ilvl w:val="-7"',
  'w:outlineLvl w:val="99"',
  'w:gridSpan w:val="9999999"',
  'w:fldChar w:fldCharType="begin"',
  'w:fldChar w:fldCharType="separate"',
  'w:fldChar w:fldCharType="end"',
];
const NESTED =
  "w:p w:p w:p w:r w:r w:tbl w:tr w:tc w:tc w:pPr w:txbxContent mc:AlternateContent mc:Choice w:hyperlink w:instrText w:del".split(
    " ",
  );
const STYLES = stylesXml([
  ["h", "heading 9", '<w:basedOn w:val="h"/>'],
  ["c", "Code"],
]);

/** Elements of a Word document in any order, not as Word would put them. */
function scramble(random: () => number, depth: number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const count = Math.floor(random() * 6);
  const parts = Array.from({ length: count }, () => {
    const chance = random();
    if (chance < 0.4 || depth === 0) return `<w:t>${pick(WORDS)}${pick(WORDS)}</w:t>`;
    if (chance < 0.55) return `<${pick(EMPTY)}/>`;
    const name = pick(NESTED);
    return `<${name}>${scramble(random, depth - 1)}</${name}>`;
  });
  return parts.join("");
}

const read = (body: string) => readDocx(makeDocx(body, { "word/styles.xml": STYLES }), LIMITS);
const p = (text: string) => `<w:p><w:r>${text}</w:r></w:p>`;

describe("blocks of a hostile DOCX", () => {
  it("are in order, trimmed, and hold all of the text", () => {
    const random = seededRandom(34);
    for (let round = 0; round < 600; round += 1) {
      const body = Array.from({ length: 4 }, () => `<w:p>${scramble(random, 9)}</w:p>`).join("");
      expectSound(read(body + scramble(random, 9)));
    }
  });

  it.each([
    ["breaks", p("<w:t>a-</w:t><w:br/>".repeat(100_000))],
    ["a broken address", p("<w:t>http://a-</w:t><w:br/>".repeat(40_000))],
    ["links", `<w:p>${"<w:hyperlink><w:t>a b</w:t></w:hyperlink>".repeat(100_000)}</w:p>`],
    [
      "links in links",
      `<w:p>${"<w:hyperlink><w:t>a </w:t>".repeat(900)}${"</w:hyperlink>".repeat(900)}</w:p>`,
    ],
    [
      "text boxes",
      `<w:p>${`<w:txbxContent>${p("<w:t>a</w:t>")}</w:txbxContent>`.repeat(100_000)}</w:p>`,
    ],
    [
      "text boxes in text boxes",
      `${"<w:p>".repeat(900)}${p("<w:t>a</w:t>").repeat(100_000)}${"</w:p>".repeat(900)}`,
    ],
    ["cells", `<w:tbl><w:tr>${`<w:tc>${p("<w:t>a</w:t>")}</w:tc>`.repeat(100_000)}</w:tr></w:tbl>`],
    [
      "tables in tables",
      `${"<w:tbl><w:tr><w:tc>".repeat(300)}${p("<w:t>a</w:t>").repeat(100_000)}${"</w:tc></w:tr></w:tbl>".repeat(300)}`,
    ],
    ["code", `<w:p><w:pPr><w:pStyle w:val="c"/></w:pPr><w:t>a</w:t></w:p>`.repeat(100_000)],
    [
      "fields",
      p(
        `<w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:t>a</w:t>`.repeat(
          100_000,
        ),
      ),
    ],
  ])("take linear time: %s", (_, body) => {
    const before = process.cpuUsage();
    expectSound(read(body));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(20);
  });

  it("end a page number that has no end with its paragraph", () => {
    const open =
      '<w:fldChar w:fldCharType="begin"/><w:instrText>PAGE</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>7</w:t>';
    expect(read(p(open) + p("<w:t>text</w:t>")).text).toBe("\ntext\n");
  });
});
