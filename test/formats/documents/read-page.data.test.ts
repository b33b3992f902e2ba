import { expect, it } from "vitest";
import { extractPage } from "../../../src/formats/documents/extract-document.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { describeWithData } from "../../support/node/describe-with-data.ts";
import { readData } from "../../support/node/real-data.ts";

const FILE = "reports/AA20-302A.html";

describeWithData("the outline of a published advisory", [FILE], () => {
  const bytes = new Uint8Array(readData(FILE) ?? []);
  const html = new TextDecoder().decode(bytes);
  const article = html.slice(html.indexOf("<article"), html.indexOf("</article>"));
  const tags = (name: string) => article.match(new RegExp(`<${name}[\\s>]`, "g"))?.length ?? 0;
  const { text, blocks } = extractPage({ bytes, contentType: "text/html" }, LIMITS);
  const count = (kind: string, level?: number) =>
    blocks.filter((block) => block.kind === kind && (level ?? block.level) === block.level).length;

  it("has each heading of its file, under the title", () => {
    expect([1, 2, 3, 4, 5, 6].map((level) => count("heading", level))).toEqual([1, 0, 9, 20, 0, 0]);
    expect([2, 3, 4, 5, 6].map((level) => tags(`h${level}`))).toEqual([0, 9, 20, 0, 0]);
  });

  it("has each item once, as deep as it is nested", () => {
    expect([1, 2, 3].map((level) => count("item", level))).toEqual([144, 21, 2]);
    expect(count("item")).toBe(tags("li"));
  });

  it("has each row of its table, and each cell", () => {
    const rows = blocks.filter(({ kind }) => kind === "row");
    expect(rows).toHaveLength(tags("tr"));
    expect(rows).toHaveLength(14);
    expect(rows.flatMap(({ cells }) => cells ?? [])).toHaveLength(tags("th") + tags("td"));
    const ids = rows.slice(1).map(({ cells }) => text.slice(cells?.[0]?.start, cells?.[0]?.end));
    expect(ids.every((cell) => /\[T\d{4}(?:\.\d{3})?\]$/.test(cell))).toBe(true);
  });
});
