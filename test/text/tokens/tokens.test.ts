import { describe, expect, it } from "vitest";
import { tokenize } from "../../../src/text/tokens/tokens.ts";

const wordsOf = (text: string, from?: number, to?: number) =>
  tokenize(text, from, to).map(({ text: word, isGlued }) => (isGlued ? `+${word}` : word));

describe("words of a text", () => {
  it.each([
    ["APT29 uses C2.", ["apt", "+29", "uses", "c", "+2"]],
    ["Équation e\u0301a naïve", ["equation", "ea", "naive"]],
    ["so\u00adft zero\u200bwidth", ["soft", "zerowidth"]],
    ["ﬁle ＡＰＴ２９", ["file", "apt", "+29"]],
    ["使用APT29进行", ["使用", "apt", "+29", "进行"]],
    ["сервер2a", ["сервер", "2", "+a"]],
    ["😀a\ud800b", ["a", "b"]],
    [`${"a".repeat(65)} ${"b".repeat(64)}`, ["", "b".repeat(64)]],
    ["a".repeat(4097), ["", "+a"]],
  ])("%j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("has the offsets of the text, for a part of it too", () => {
    const text = "éa bc d";
    const tokens = tokenize(text, 3, 5);
    expect(tokens).toEqual([{ text: "bc", start: 3, end: 5, isGlued: false }]);
    expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "éa",
      "bc",
      "d",
    ]);
  });
});
