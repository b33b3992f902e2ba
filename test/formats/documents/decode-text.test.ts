import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/formats/documents/decode-text.ts";
import { failureOf } from "../../support/documents/failure.ts";

const SENTENCE = "Атакующий „Müller” used 例 and 🐻 in C:\\Temp.\r\n";

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const marked = mark ? `\uFEFF${text}` : text;
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < marked.length; i += 1) {
    view.setUint16(i * 2, marked.charCodeAt(i), littleEndian);
  }
  return bytes;
}

describe("decodeText", () => {
  it("reads UTF-8 with and without a byte order mark", () => {
    expect(decodeText(new TextEncoder().encode(SENTENCE))).toBe(SENTENCE);
    expect(decodeText(new TextEncoder().encode(`\uFEFF${SENTENCE}`))).toBe(SENTENCE);
  });

  it.each([true, false])("reads UTF-16 by its byte order mark (little-endian: %s)", (little) => {
    expect(decodeText(utf16(SENTENCE, little, true))).toBe(SENTENCE);
  });

  it.each([true, false])("reads UTF-16 without a mark (little-endian: %s)", (little) => {
    // Ā is U+0100: its zero byte lies on the other side than those of Latin letters.
    const text = "The actor ĀĀĀĀĀĀĀĀ used T1059.001 – „quoted” – twice.";
    expect(decodeText(utf16(text, little, false))).toBe(text);
  });

  it("reads everything else as Windows-1252", () => {
    const bytes = new Uint8Array([0x93, 0x4d, 0xfc, 0x6c, 0x94, 0x20, 0x80, 0x20, 0x96]);
    expect(decodeText(bytes)).toBe("“Mül” € –");
  });

  it("lets the control characters of terminals and printers pass", () => {
    const text = "\tone\u000b\u000c\u001b[0m\r\n";
    expect(decodeText(new TextEncoder().encode(text))).toBe(text);
  });

  it.each([
    ["a NUL", [0x41, 0x00, 0x42]],
    ["a control character", [0x41, 0x07, 0x42]],
    ["a NUL in UTF-16", [0xff, 0xfe, 0x41, 0x00, 0x00, 0x00]],
    ["zero bytes on both sides", [0, 0, 1, 0, 0, 2, 0, 0]],
    ["half a surrogate pair in unmarked UTF-16", [0x41, 0, 0x42, 0, 0x00, 0xd8, 0x43, 0]],
  ])("refuses %s", async (_, bytes) => {
    const failure = await failureOf(() => decodeText(new Uint8Array(bytes)));
    expect(failure.code).toBe("unsupported_file_type");
  });
});
