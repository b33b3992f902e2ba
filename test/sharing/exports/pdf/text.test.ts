import { describe, expect, it } from "vitest";
import { cleanText, MARK } from "../../../../src/sharing/exports/pdf/text/clean-text.ts";
import { listClusters } from "../../../../src/sharing/exports/pdf/text/clusters.ts";
import {
  mirrorText,
  resolveDirections,
  toVisualOrder,
} from "../../../../src/sharing/exports/pdf/text/directions.ts";
import { listLineBreaks } from "../../../../src/sharing/exports/pdf/text/line-breaks.ts";

describe("cleanText", () => {
  it.each([
    ["a lone surrogate", "a\ud800b", `a${MARK}b`],
    ["controls", "a\u0000b\u001b[0m\u009f", `a${MARK}b${MARK}[0m${MARK}`],
    ["private use and noncharacters", "\ue000\uffff", MARK + MARK],
    [
      "overrides of direction, which hide what a file is",
      "\u202Egpj.exe\u2066",
      `${MARK}gpj.exe${MARK}`,
    ],
    ["line ends of every kind", "a\r\nb\rc\u2028d\fe", "a\nb\nc\nd\ne"],
    ["white space of every kind", "a\tb\u00a0c\u3000d", "a b c d"],
    ["what is never seen", "so\u00adft\ufeff", "soft"],
    ["letters in parts", "e\u0301 \u1112\u1161\u11ab", "é 한"],
    ["a heap of marks", `a${"\u0301".repeat(60)}`, `á\u0301\u0301${MARK}`],
    ["marks that languages have", "שָׁלוֹם ผู้ فَّ", "שָׁלוֹם ผู้ فَّ".normalize("NFC")],
  ])("sets %s", (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });
});

describe("listClusters", () => {
  it.each([
    ["ab", ["a", "b"]],
    ["👨‍👩‍👧!", ["👨‍👩‍👧", "!"]],
    ["ผู้โจมตี", ["ผู้", "โ", "จ", "ม", "ตี"]],
    ["𐎠a", ["𐎠", "a"]],
  ])("cuts %s", (text, clusters) => {
    expect(listClusters(text).map((cluster) => cluster.text)).toEqual(clusters);
  });

  it("loses nothing, and cuts clusters without end", () => {
    const text = `x${"\u1100".repeat(3000)}é中ก็`;
    const clusters = listClusters(text);
    expect(clusters.map((cluster) => cluster.text).join("")).toBe(text);
    expect(Math.max(...clusters.map((cluster) => cluster.text.length))).toBeLessThanOrEqual(12);
    for (const cluster of clusters) {
      expect(text.startsWith(cluster.text, cluster.start)).toBe(true);
    }
  });
});

describe("listLineBreaks", () => {
  const pieces = (text: string) => {
    let from = 0;
    return listLineBreaks(text).map(({ at }) => text.slice(from, (from = at)));
  };

  it.each([
    ["one two-three", ["one ", "two-", "three"]],
    ["攻击者通过，", ["攻", "击", "者", "通", "过，"]],
    ["see https://example.org/a/b", ["see ", "https://", "example.org/", "a/", "b"]],
    ["กินข้าวแล้ว", ["กิน", "ข้าว", "แล้ว"]],
  ])("breaks %s", (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });
});

describe("directions", () => {
  const visual = (text: string) => {
    const { levels } = resolveDirections(text);
    const parts = Array.from(text, (char, index) => ({ char, level: levels?.[index] ?? 0 }));
    return toVisualOrder(parts)
      .map(({ char, level }) => (level & 1 ? mirrorText(char) : char))
      .join("");
  };

  it.each([
    ["plain (text)", "plain (text)"],
    ["abc אבג def", "abc גבא def"],
    ["אבג abc 12", "abc 12 גבא"],
    ["אבג (abc) 5.1", "5.1 (abc) גבא"],
    ["سلام", "مالس"],
  ])("puts %s in visual order", (text, expected) => {
    expect(visual(text)).toBe(expected);
  });

  it("takes a paragraph's own direction from its first strong letter", () => {
    expect(resolveDirections("“אבג abc").isRightToLeft).toBe(true);
    expect(resolveDirections("12 abc אבג").isRightToLeft).toBe(false);
    expect(resolveDirections("abc").levels).toBeNull();
  });
});
