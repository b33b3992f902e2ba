import { expect, it } from "vitest";
import { readDocx } from "../../../src/formats/documents/read-docx.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { expectSound } from "../../support/documents/show-outline.ts";
import { describeWithData } from "../../support/node/describe-with-data.ts";
import { readData } from "../../support/node/real-data.ts";

const ADVISORY = "reports/AA20-302A.docx";
const SHORT = "reports/simple-test.docx";

/** How many blocks there are of each kind, with the level, or the number of cells. */
function countBlocks(path: string): Record<string, number> {
  const read = readDocx(readData(path) ?? Buffer.alloc(0), LIMITS);
  expectSound(read);
  const counts: Record<string, number> = {};
  for (const { kind, level, cells } of read.blocks) {
    const key = `${kind} ${level ?? cells?.length ?? ""}`.trim();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describeWithData("the outline of a published DOCX", [ADVISORY, SHORT], () => {
  // Counted in the XML by another script: w:p with text in the body, with and without w:numPr, by w:ilvl;
  // w:tr with text, by the sum of their w:gridSpan. The file has no styles and no headers.
  it("has each list item and row of its XML", () => {
    expect(countBlocks(ADVISORY)).toEqual({
      paragraph: 271,
      "item 1": 172,
      "item 2": 7,
      "row 3": 53,
      "row 4": 12,
      "row 32": 28,
      "row 45": 42,
    });
  });

  it("has nothing but paragraphs where the XML has no more", () => {
    expect(countBlocks(SHORT)).toEqual({ paragraph: 4 });
  });
});
