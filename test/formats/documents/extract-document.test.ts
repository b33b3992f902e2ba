import { describe, expect, it } from "vitest";
import { LIMITS } from "../../support/documents/limits.ts";
import { extractDocument } from "../../../src/formats/documents/extract-document.ts";
import { failureOf } from "../../support/documents/failure.ts";
import { makeDocx, paragraph } from "../../support/documents/make-docx.ts";
import { line, makePdf } from "../../support/documents/make-pdf.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const extract = (bytes: Uint8Array, filename: string, limits = LIMITS) =>
  extractDocument({ bytes, filename }, limits);

describe("extractDocument", () => {
  it("names the media type, and the pages of a PDF", async () => {
    expect(await extract(makePdf([line("Hello")]), "a.pdf")).toEqual({
      media_type: "application/pdf",
      text: "Hello",
      pages: 1,
      blocks: [{ start: 0, end: 5, kind: "paragraph", page: 1, source: "format" }],
      printed: {
        sizes: [{ width: 612, height: 792 }],
        lines: [{ start: 0, end: 5, page: 1, x: 72, y: 62.4, width: 27.3, height: 12 }],
      },
    });
    expect(await extract(makeDocx(paragraph("Hello")), "a.docx")).toEqual({
      media_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      text: "Hello\n",
      pages: null,
      blocks: [{ start: 0, end: 5, kind: "paragraph", source: "format" }],
    });
    expect(await extract(utf8("Hello"), "a.txt")).toEqual({
      media_type: "text/plain",
      text: "Hello",
      pages: null,
      blocks: [],
    });
  });

  it("ends lines with a line feed only and drops lone surrogates", async () => {
    expect((await extract(utf8("a\r\nb\rc\n"), "a.txt")).text).toBe("a\nb\nc\n");
    const pdf = makePdf([line("a~b")], { tildeGlyph: "uniD83D" });
    expect((await extract(pdf, "a.pdf")).text).toBe("ab");
  });

  it("calls white space and nothing empty", async () => {
    for (const text of ["", " \r\n\t", "\u00a0\u3000"]) {
      const failure = await failureOf(() => extract(utf8(text), "a.txt"));
      expect(failure.code).toBe("document_empty");
    }
    const failure = await failureOf(() => extract(makeDocx("<w:p/>"), "a.docx"));
    expect(failure.code).toBe("document_empty");
  });

  it("counts characters after line ends are unified", async () => {
    const limits = { ...LIMITS, maxTextChars: 4 };
    expect((await extract(utf8("ab\r\nc"), "a.txt", limits)).text).toBe("ab\nc");
    const failure = await failureOf(() => extract(utf8("abcde"), "a.txt", limits));
    expect(failure.code).toBe("text_too_long");
    // Binary data at the end shows that a file this long is not decoded at all.
    const bytes = utf8(`${"x".repeat(70_000)}\0`);
    const long = await failureOf(() => extract(bytes, "a.txt", limits));
    expect(long.code).toBe("text_too_long");
  });

  it("turns what a library throws into an unreadable document and keeps the cause", async () => {
    const rels =
      '<Relationships><Relationship Type="x/officeDocument" Target="%"/></Relationships>';
    const archive = makeDocx(paragraph("x"), { "_rels/.rels": rels });
    await expect(extract(archive, "a.docx")).rejects.toMatchObject({
      name: "AppError",
      code: "document_unreadable",
      cause: expect.any(URIError),
    });
  });
});
