import { describe, expect, it } from "vitest";
import type { Outline, OutlineBlock } from "../../src/console/api/session.ts";
import { layOut, type Part } from "../../src/console/pages/session/report-text/lay-out.ts";

type Given = Omit<OutlineBlock, "start" | "end" | "section" | "source" | "cells"> & {
  words: string;
  cells?: string[];
  source?: OutlineBlock["source"];
};

/** A text of these parts, with its outline. */
function written(given: readonly Given[]): { text: string; outline: Outline } {
  const text = given.map(({ words }) => words).join("\n\n");
  let from = 0;
  const blocks = given.map(({ words, cells, source = "format", ...block }): OutlineBlock => {
    const start = text.indexOf(words, from);
    from = start + words.length;
    const placed = cells?.map((cell) => {
      const at = text.indexOf(cell, start);
      return { start: at, end: at + cell.length };
    });
    const spans = placed === undefined ? {} : { cells: placed };
    return { ...block, ...spans, start, end: from, section: "body", source };
  });
  return { text, outline: { language: "en", chars: text.length, blocks, pages: [] } };
}

const piecesOf = (part: Part) => {
  switch (part.kind) {
    case "list":
      return part.items;
    case "table":
      return part.rows.flatMap(({ cells }) => cells);
    case "furniture":
      return part.pieces;
    case "heading":
      return part.marker === null ? [part.piece] : [part.marker, part.piece];
    default:
      return [part.piece];
  }
};

/** Lays out, and checks that each piece stands where it says. */
function lay(given: readonly Given[]): Part[][] {
  const { text, outline } = written(given);
  const windows = layOut(text, outline);
  let last = -1;
  for (const { start, text: words } of windows.flat().flatMap(piecesOf)) {
    expect(text.slice(start, start + words.length)).toBe(words);
    expect(start).toBeGreaterThan(last);
    last = start;
  }
  return windows;
}

describe("the layout of a report", () => {
  it("shows each part as what it is, and joins items, rows and furniture", () => {
    const [parts = [], ...others] = lay([
      { kind: "furniture", words: "Acme\nLabs" },
      { kind: "furniture", words: "Page 1" },
      { kind: "heading", level: 1, words: "# A title" },
      { kind: "paragraph", words: "Some words." },
      { kind: "item", level: 1, words: "- one" },
      { kind: "item", level: 2, words: "deeper" },
      { kind: "row", words: "| a | b |", cells: ["a", "b"] },
      { kind: "furniture", words: "|---|---|" },
      { kind: "row", words: "| c | d |", cells: ["c", "d"] },
      { kind: "code", words: "whoami\nipconfig" },
    ]);
    expect(others).toEqual([]);
    expect(parts).toMatchObject([
      { kind: "furniture", lines: 3 },
      { kind: "heading", level: 1, marker: { text: "# " }, piece: { text: "A title" } },
      { kind: "paragraph", piece: { text: "Some words." } },
      {
        kind: "list",
        items: [
          { text: "- one", level: 1, isMarked: true },
          { text: "deeper", level: 2, isMarked: false },
        ],
      },
      {
        kind: "table",
        rows: [
          { cells: [{ text: "a" }, { text: "b" }] },
          { cells: [{ text: "c" }, { text: "d" }] },
        ],
      },
      { kind: "code", piece: { text: "whoami\nipconfig" } },
    ]);
  });

  it.each([
    ["• one", true],
    ["1. one", true],
    ["(a) one", true],
    ["2.1 one", true],
    ["One item", false],
    ["2024 was a year", false],
    ["“Quoted” words", false],
  ])("gives a bullet to items without a mark: %s", (words, isMarked) => {
    expect(lay([{ kind: "item", words }])[0]).toMatchObject([{ items: [{ isMarked }] }]);
  });

  it("keeps the lines that a format means, and none that are wrapped", () => {
    const wrapped = `${"word ".repeat(14).trim()}\n${"word ".repeat(13).trim()}\nend`;
    const keeps = (given: Omit<Given, "kind">) =>
      lay([{ kind: "paragraph", ...given }])[0]?.map(
        (one) => "keepsLines" in one && one.keepsLines,
      );
    expect(keeps({ words: "evil.example\nbad.example" })).toEqual([true]);
    expect(keeps({ words: wrapped })).toEqual([false]);
    expect(keeps({ words: "evil.example\nbad.example", page: 1 })).toEqual([false]);
    expect(keeps({ words: "short\nlines", source: "inferred" })).toEqual([false]);
  });

  it("makes windows of a few thousand characters, tables longer", () => {
    const paragraphs = Array.from({ length: 50 }, (_, n) => `${n} ${"word ".repeat(100)}end`);
    const windows = lay(paragraphs.map((words) => ({ kind: "paragraph", words })));
    expect(windows.length).toBeGreaterThan(8);
    expect(Math.max(...windows.map(({ length }) => length))).toBeLessThan(7);
    const rows = Array.from({ length: 2_000 }, (_, n) => `row number ${n} with its words`);
    const tables = lay(rows.map((words) => ({ kind: "row", words, cells: [words] })));
    expect(tables.length).toBeGreaterThan(2);
    expect(tables.length).toBeLessThan(6);
  });

  it("cuts what is longer than a window, at lines and never within a character", () => {
    for (const kind of ["paragraph", "heading", "item", "code", "furniture", "row"] as const) {
      const windows = lay([{ kind, words: "𝔘".repeat(20_000) }]);
      const pieces = windows.flat().flatMap(piecesOf);
      expect([kind, pieces.map(({ text }) => text).join("")]).toEqual([kind, "𝔘".repeat(20_000)]);
      expect(pieces.every(({ text }) => text.length <= 2_000 && text.isWellFormed())).toBe(true);
    }
  });

  it("shows the text as it is where there is no outline of it", () => {
    const { text, outline } = written([{ kind: "paragraph", words: "One.\nTwo." }]);
    const plain = [[{ kind: "plain", piece: { start: 0, text } }]];
    expect(layOut(text, null)).toEqual(plain);
    expect(layOut(text, { ...outline, chars: 3 })).toEqual(plain);
    expect(layOut(text, { ...outline, blocks: [] })).toEqual(plain);
    const long = `${"line\n".repeat(1_000)}end`;
    expect(
      layOut(long, null)
        .flat()
        .flatMap(piecesOf)
        .map((one) => one.text)
        .join(""),
    ).toBe(long);
    expect(layOut("", null)).toEqual([]);
  });
});
