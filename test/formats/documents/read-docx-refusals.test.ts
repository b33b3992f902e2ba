import { describe, expect, it } from "vitest";
import { LIMITS } from "../../support/documents/limits.ts";
import { readDocx } from "../../../src/formats/documents/read-docx.ts";
import { failureOf } from "../../support/documents/failure.ts";
import {
  CENTRAL_FIELDS,
  documentXml,
  makeDocx,
  packParts,
  paragraph,
  patchCentralHeaders,
  relationships,
} from "../../support/documents/make-docx.ts";

const refuse = (archive: Uint8Array, limits = LIMITS) => failureOf(() => readDocx(archive, limits));
const withDocument = (xml: string) => makeDocx("", { "word/document.xml": xml });
const MIB = 1024 * 1024;

describe("readDocx refuses", () => {
  const bomb = makeDocx(`<w:p>${" ".repeat(60 * MIB)}</w:p>`);

  it("an archive that says it unpacks beyond the limit", async () => {
    expect(bomb.length).toBeLessThan(100_000);
    const failure = await refuse(bomb);
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).toContain("50 MiB");
  });

  it("an archive that lies about its size, by what really comes out", async () => {
    const liar = patchCentralHeaders(bomb, CENTRAL_FIELDS.unpackedSize, 1000);
    expect((await refuse(liar)).detail).toContain("50 MiB");
  });

  it("a bomb in a part that is not read", async () => {
    const archive = makeDocx(paragraph("x"), { "word/media/a.bmp": new Uint8Array(51 * MIB) });
    expect((await refuse(archive)).code).toBe("document_unreadable");
  });

  it("a truncated or damaged archive", async () => {
    const archive = makeDocx(paragraph("some text"));
    expect((await refuse(archive.subarray(0, archive.length - 30))).code).toBe(
      "document_unreadable",
    );
    expect((await refuse(archive.subarray(0, 40))).code).toBe("document_unreadable");
    const damaged = archive.slice();
    damaged.fill(0xff, 60, 200);
    expect((await refuse(damaged)).code).toBe("document_unreadable");
  });

  it("encrypted entries", async () => {
    const archive = patchCentralHeaders(makeDocx(paragraph("x")), CENTRAL_FIELDS.flags, 1);
    const failure = await refuse(archive);
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).toContain("password-protected");
  });

  it.each([
    ["a DOCTYPE", `<!DOCTYPE a [<!ENTITY b "c">]>${documentXml("").replace(/^.*?\?>/, "")}`],
    ["an undefined entity", documentXml(paragraph("&b;"))],
    ["malformed XML", documentXml("<w:p></w:q>")],
    ["XML that stops", documentXml(paragraph("x")).slice(0, -20)],
    ["an empty part", ""],
    [
      "an element with thousands of attributes",
      documentXml(`<a ${Array.from({ length: 2000 }, (_, i) => `a${i}=""`).join(" ")}/>`),
    ],
    ["elements nested without end", documentXml("<a>".repeat(2000) + "</a>".repeat(2000))],
  ])("%s", async (_, xml) => {
    expect((await refuse(withDocument(xml))).code).toBe("document_unreadable");
  });

  it("a package whose document part is missing", async () => {
    const archive = packParts({
      "_rels/.rels": relationships([["officeDocument", "word/document.xml"]]),
    });
    expect((await refuse(archive)).code).toBe("document_unreadable");
  });

  it("other archives as an unsupported type", async () => {
    const spreadsheet = packParts({
      "_rels/.rels": relationships([["officeDocument", "xl/workbook.xml"]]),
      "xl/workbook.xml": '<workbook xmlns="urn:x"/>',
    });
    expect((await refuse(spreadsheet)).code).toBe("unsupported_file_type");
    expect((await refuse(packParts({ "a.txt": "hello" }))).code).toBe("unsupported_file_type");
    expect((await refuse(packParts({}))).code).toBe("unsupported_file_type");
  });

  it("more text than the limit, counted in characters", async () => {
    const archive = makeDocx(paragraph("12345"));
    expect(readDocx(archive, { ...LIMITS, maxTextChars: 6 }).text).toBe("12345\n");
    const failure = await refuse(archive, { ...LIMITS, maxTextChars: 5 });
    expect(failure.code).toBe("text_too_long");
  });
});
