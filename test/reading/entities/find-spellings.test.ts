import { describe, expect, it } from "vitest";
import { findSpellings } from "../../../src/reading/entities/unlisted/find-spellings.ts";

describe("findSpellings", () => {
  it("finds every word in one pass, with the spelling of each", () => {
    const text = "Umbrix ran. umbrix, UMBRIX and Velvet Otter; 银狐投放了Umbrix。";
    const found = findSpellings(text, ["Umbrix", "umbrix", "UMBRIX", "Velvet Otter", "银狐"]);
    expect([...found].map(([, starts]) => starts.map((at) => text.slice(at, at + 12)))).toEqual([
      ["Umbrix ran. ", "Umbrix。"],
      ["umbrix, UMBR"],
      ["UMBRIX and V"],
      ["Velvet Otter"],
      ["银狐投放了Umbrix。"],
    ]);
  });

  it("skips words that are part of a longer word, a path or an address", () => {
    const text =
      "Umbrixes, xUmbrix, C:\\Umbrix, umbrix.example/Umbrix, Umbrix.dll, a_Umbrix, Umbrix_b";
    expect(findSpellings(text, ["Umbrix"]).get("Umbrix")).toEqual([]);
  });

  it("finds words that begin alike, and no empty one", () => {
    const found = findSpellings("Umbra, Umbra Kit.", ["Umbra", "Umbra Kit", ""]);
    expect([...found]).toEqual([
      ["Umbra", [0, 7]],
      ["Umbra Kit", [7]],
    ]);
  });
});
