import { describe, expect, it } from "vitest";
import { LIMITS } from "../../support/documents/limits.ts";
import { readDocx } from "../../../src/formats/documents/read-docx.ts";
import {
  documentXml,
  makeDocx,
  notesXml,
  packParts,
  paragraph,
  relationships,
  table,
} from "../../support/documents/make-docx.ts";

const read = (body: string, parts = {}) => readDocx(makeDocx(body, parts), LIMITS).text;
const runs = (xml: string) => `<w:p><w:r>${xml}</w:r></w:p>`;

describe("readDocx", () => {
  it("gives each paragraph a line and joins its runs", () => {
    const body = `<w:p><w:r><w:t>Power</w:t></w:r><w:r><w:t>Shell</w:t></w:r></w:p>${paragraph("two")}`;
    expect(read(body)).toBe("PowerShell\ntwo\n");
  });

  it("turns tabs, breaks and hyphens into characters, and tab stops into nothing", () => {
    const xml =
      "<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t>";
    const stops = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>';
    expect(read(`<w:p>${stops}<w:r>${xml}</w:r></w:p>`)).toBe("a\tb\nc\nd-e\n");
  });

  it("keeps cells, rows and the paragraphs in a cell apart", () => {
    const body = table([
      [paragraph("Technique"), paragraph("ID")],
      [paragraph("PowerShell") + paragraph("on hosts"), paragraph("T1059.001")],
      ["<w:p/>", paragraph("T1003")],
    ]);
    expect(read(paragraph("before") + body + paragraph("after"))).toBe(
      "before\nTechnique\tID\nPowerShell\non hosts\tT1059.001\n\tT1003\nafter\n",
    );
  });

  it("reads a table inside a cell", () => {
    const inner = table([[paragraph("a"), paragraph("b")]]);
    const body = table([[`${paragraph("x")}${inner}<w:p/>`, paragraph("y")]]);
    expect(read(body)).toBe("x\na\tb\n\ty\n");
  });

  it("leaves out deleted and moved text, field instructions and fallbacks, and puts a box behind its paragraph", () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const body = [
      "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>",
      "<w:p><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>moved</w:t></w:r></w:moveTo></w:p>",
      runs("<w:instrText>HYPERLINK</w:instrText><w:t>link</w:t>"),
      runs(
        `<w:t>text</w:t><mc:AlternateContent><mc:Choice>${box("box")}</mc:Choice><mc:Fallback>${box("box")}</mc:Fallback></mc:AlternateContent>`,
      ),
    ].join("");
    expect(read(body)).toBe("new\nmoved\nlink\ntext\nbox\n");
  });

  it("appends footnotes and endnotes", () => {
    const parts = {
      "word/footnotes.xml": notesXml("footnotes", paragraph("foot")),
      "word/endnotes.xml": notesXml("endnotes", paragraph("end")),
    };
    expect(read(paragraph("body"), parts)).toBe("body\nfoot\nend\n");
  });

  it("follows the relationships to parts with other names", () => {
    const archive = packParts({
      "_rels/.rels": relationships([["officeDocument", "/doc/main.xml"]]),
      "doc/main.xml": documentXml(paragraph("body")),
      "doc/_rels/main.xml.rels": relationships([["footnotes", "../notes/f1.xml"]]),
      "notes/f1.xml": notesXml("footnotes", paragraph("foot")),
    });
    expect(readDocx(archive, LIMITS).text).toBe("body\nfoot\n");
  });

  it("goes by local names: the prefix may be any or none", () => {
    const xml = documentXml(paragraph("T1059 &amp; more")).replaceAll("w:", "");
    expect(read("", { "word/document.xml": xml })).toBe("T1059 & more\n");
  });

  it("reads parts in UTF-16", () => {
    const xml = `\uFEFF${documentXml(paragraph("Größe")).replace("UTF-8", "UTF-16")}`;
    const bytes = new Uint8Array(xml.length * 2);
    for (let i = 0; i < xml.length; i += 1) {
      new DataView(bytes.buffer).setUint16(i * 2, xml.charCodeAt(i), true);
    }
    expect(read("", { "word/document.xml": bytes })).toBe("Größe\n");
  });

  it("takes no element for what objects of JavaScript inherit", () => {
    const odd = "<constructor/><w:toString/><w:__proto__/><w:hasOwnProperty/>";
    expect(read(`${odd}${paragraph("Text")}`)).toBe("Text\n");
  });

  it("reads 200,000 paragraphs from a few kilobytes", () => {
    const archive = makeDocx("<w:p><w:r><w:t>x</w:t></w:r></w:p>".repeat(200_000));
    expect(archive.length).toBeLessThan(40_000);
    expect(readDocx(archive, LIMITS).text).toBe("x\n".repeat(200_000));
  });
});
