import { expect, it } from "vitest";
import { linesOf } from "../../../src/platform/lib/lines-of.ts";
import { compareText, foldText, rewriteInSlices } from "../../../src/platform/lib/text.ts";

it.each([
  ["  Ａ  b\n\tC ", "a b c"],
  ["ﬁle №1", "file no1"],
  ["İ".toLowerCase(), "i\u0307"],
  ["", ""],
])("foldText(%j) is %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it("compareText orders by code unit, whatever the machine's language", () => {
  expect(["b", "ä", "a", "Z", "😀", "\uFF5E"].sort(compareText)).toEqual([
    "Z",
    "a",
    "b",
    "ä",
    "😀",
    "\uFF5E",
  ]);
  expect(compareText("a", "a")).toBe(0);
});

it("rewriteInSlices cuts a long text where it may, and loses nothing", () => {
  const text = "word ".repeat(40_000);
  const slices: string[] = [];
  const rewrite = (slice: string) => {
    slices.push(slice);
    return slice.toUpperCase();
  };
  const rewritten = rewriteInSlices(text, rewrite, (character) => character === "w");
  expect(rewritten).toBe(text.toUpperCase());
  expect(slices.length).toBeGreaterThan(1);
  for (const slice of slices) expect(slice.startsWith("word")).toBe(true);
});

it.each([1, 2, 3, 100])(
  "linesOf joins lines and characters of chunks of %i bytes",
  async (size) => {
    const bytes = new TextEncoder().encode("eins\n\n漢字 😀\r\nno end");
    async function* chunks() {
      for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
    }
    const lines: string[] = [];
    for await (const line of linesOf(chunks())) lines.push(line);
    expect(lines).toEqual(["eins", "", "漢字 😀\r", "no end"]);
  },
);
