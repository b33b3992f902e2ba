import { describe, expect, it } from "vitest";
import { LIMITS } from "../../support/documents/limits.ts";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { failureOf } from "../../support/documents/failure.ts";
import { line, makeEncryptedPdf, makePdf } from "../../support/documents/make-pdf.ts";

const refuse = (bytes: Uint8Array, limits = LIMITS) => failureOf(() => readPdf(bytes, limits));

describe("readPdf", () => {
  it("reads pages in order, with an empty line between them", async () => {
    const bytes = makePdf([line("Page one"), line("Page two"), line("Page three")]);
    expect(await readPdf(bytes, LIMITS)).toMatchObject({
      text: "Page one\n\nPage two\n\nPage three",
      pages: 3,
    });
  });

  it("leaves the bytes to the caller", async () => {
    const bytes = makePdf([line("Hello")]);
    const before = bytes.slice();
    await readPdf(bytes, LIMITS);
    expect(bytes).toEqual(before);
  });

  it("separates lines and columns, and joins what touches", async () => {
    const bytes = makePdf([
      [
        { x: 72, y: 720, text: "T1059" },
        { x: 200, y: 720, text: "Command" },
        { x: 72, y: 700, text: "Power" },
        { x: 104.68, y: 700, text: "Shell" },
      ],
    ]);
    const { text } = await readPdf(bytes, LIMITS);
    expect(text).toMatch(/^T1059\s+Command\nPowerShell$/);
  });

  it("breaks the line where the text jumps back to the left", async () => {
    const bytes = makePdf([
      [
        { x: 400, y: 722, text: "Partnership" },
        { x: 72, y: 720, text: "CLEAR" },
      ],
    ]);
    expect((await readPdf(bytes, LIMITS)).text).toBe("Partnership\nCLEAR");
  });

  it("asks for the password to be removed", async () => {
    const failure = await refuse(makeEncryptedPdf());
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).toContain("password-protected");
  });

  it("refuses a file that is broken or has no page tree", async () => {
    const bytes = makePdf([line("Hello")]);
    expect((await refuse(bytes.subarray(0, 30))).code).toBe("document_unreadable");
    const garbage = new Uint8Array(5000).map((_, i) => (i * 7919) % 251);
    garbage.set(bytes.subarray(0, 9));
    expect((await refuse(garbage)).code).toBe("document_unreadable");
  });

  it("calls a PDF without text empty", async () => {
    const failure = await refuse(makePdf([[], line(" ")]));
    expect(failure.code).toBe("document_empty");
    expect(failure.detail).toContain("OCR");
  });

  it("refuses more pages than the limit", async () => {
    const bytes = makePdf([line("one"), line("two"), line("three")]);
    expect((await readPdf(bytes, { ...LIMITS, maxPdfPages: 3 })).pages).toBe(3);
    const failure = await refuse(bytes, { ...LIMITS, maxPdfPages: 2 });
    expect(failure.code).toBe("document_unreadable");
    expect(failure.detail).toContain("3 pages");
  });

  it("stops at the limit of the text", async () => {
    const bytes = makePdf([line("12345"), line("67890")]);
    expect((await readPdf(bytes, { ...LIMITS, maxTextChars: 12 })).text).toHaveLength(12);
    expect((await refuse(bytes, { ...LIMITS, maxTextChars: 11 })).code).toBe("text_too_long");
  });
});
