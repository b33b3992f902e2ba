import { describe, expect, it } from "vitest";
import { cleanText, collectText } from "../../../src/formats/documents/text-collector.ts";

describe("cleanText", () => {
  it("ends lines with a line feed and drops NUL and lone surrogates", () => {
    expect(cleanText("a\r\nb\rc\0d\ud83de\u{1f600}")).toBe("a\nb\ncde\u{1f600}");
  });

  it("changes nothing that is clean", () => {
    const clean = cleanText("a\r\r\nb\ud83d\ud83d\ude00");
    expect(cleanText(clean)).toBe(clean);
  });
});

describe("collectText", () => {
  it("reports the offsets of the text that it gives", () => {
    const collector = collectText(100);
    const starts = ["a\r", "\nb", "\0", "c\ud83d", "d\r", "", "\n", "e"].map((piece) => {
      const start = collector.length();
      collector.add(piece);
      return start;
    });
    expect(collector.text()).toBe("a\nbcd\ne");
    expect(starts).toEqual([0, 2, 3, 3, 4, 6, 6, 6]);
    expect(collector.length()).toBe(collector.text().length);
  });

  it("counts clean text", () => {
    const collector = collectText(3);
    collector.add("a\r\nb");
    expect(() => collector.add("c")).toThrow("more than 3 characters");
  });
});
