import { describe, expect, it } from "vitest";
import { detectMediaType } from "../../../src/formats/documents/detect-media-type.ts";
import { failureOf } from "../../support/documents/failure.ts";
import { makeDocx, paragraph } from "../../support/documents/make-docx.ts";
import { line, makePdf } from "../../support/documents/make-pdf.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const pdf = makePdf([line("Hello")]);
const docx = makeDocx(paragraph("Hello"));
const txt = utf8("Hello\n");
const page = utf8("\n<!-- saved --><!DOCTYPE html><p>Hello %PDF-1.4");
const exe = new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
const ole2 = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]);

describe("detectMediaType", () => {
  it.each([
    [pdf, "report.pdf", "pdf"],
    [pdf, "REPORT.PDF", "pdf"],
    [docx, "report.docx", "docx"],
    [txt, "report.txt", "txt"],
    [txt, "notes.text", "txt"],
    [txt, "notes.md", "txt"],
    [txt, "edr.LOG", "txt"],
    [pdf, "report", "pdf"],
    [docx, "report", "docx"],
    [txt, "report", "txt"],
    [txt, "C:\\v1.2\\report", "txt"],
    [txt, ".txt", "txt"],
    [txt, "report.", "txt"],
    [page, "report.html", "html"],
    [page, "REPORT.HTM", "html"],
    [txt, "fragment.html", "html"],
    [page, "report", "html"],
    [page, "source.txt", "txt"],
    [utf8("<?xml version='1.0'?><rss/>"), "feed", "txt"],
    [utf8("<?xml version='1.0'?>\n<!DOCTYPE html><html/>"), "page", "html"],
  ])("accepts content and name that agree (%#: %s %s)", (bytes, filename, kind) => {
    expect(detectMediaType(bytes, filename)).toBe(kind);
  });

  it.each([
    [pdf, "x.docx", "a PDF"],
    [pdf, "x.txt", "a PDF"],
    [docx, "x.pdf", "ZIP"],
    [docx, "x.txt", "ZIP"],
    [txt, "x.pdf", "plain text"],
    [txt, "x.docx", "plain text"],
    [exe, "x.pdf", "binary"],
    [exe, "x.txt", "binary"],
    [png, "x.txt", "binary"],
    [exe, "x", "binary"],
    [ole2, "x.pdf", "old Office"],
    [ole2, "x", "old Office"],
    [pdf, "x.html", "a PDF"],
    [docx, "x.htm", "ZIP"],
    [exe, "x.html", "binary"],
    [docx, "x.xlsx", "'.xlsx'"],
    [ole2, "x.doc", "'.doc'"],
    [exe, "x.exe", "'.exe'"],
    [png, "x.png", "'.png'"],
    [pdf, "x.pdf.exe", "'.exe'"],
  ])("refuses what does not agree and names it (%#: %s %s)", async (bytes, filename, found) => {
    const failure = await failureOf(() => detectMediaType(bytes, filename));
    expect(failure.code).toBe("unsupported_file_type");
    expect(failure.detail).toContain(found);
  });

  it("calls an OLE2 file named .docx protected or old", async () => {
    const failure = await failureOf(() => detectMediaType(ole2, "report.docx"));
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).toContain("password-protected");
  });

  it("calls a file without bytes empty", async () => {
    const failure = await failureOf(() => detectMediaType(new Uint8Array(), "report.txt"));
    expect(failure.code).toBe("document_empty");
  });

  it("finds a PDF header after other bytes, up to 1,024", () => {
    const after = (count: number) => utf8(`${"\n".repeat(count)}%PDF-1.4\n`);
    expect(detectMediaType(after(1019), "x.pdf")).toBe("pdf");
    expect(detectMediaType(after(1020), "x")).toBe("txt");
  });

  it.each([true, false])(
    "takes a character cut at the end of the sample for text (little-endian: %s)",
    (little) => {
      const text = `${"a".repeat(32_767)}🐻 and more`;
      const bytes = new Uint8Array(text.length * 2);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < text.length; i += 1) view.setUint16(i * 2, text.charCodeAt(i), little);
      expect(detectMediaType(bytes, "x.txt")).toBe("txt");
      expect(detectMediaType(bytes, "x")).toBe("txt");
    },
  );

  it("keeps a text that talks about PDF headers a text", () => {
    expect(detectMediaType(utf8("The dropper begins with %PDF-1.4."), "x.txt")).toBe("txt");
  });
});
