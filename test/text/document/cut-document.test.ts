import { expect, it } from "vitest";
import { cutDocument } from "../../../src/text/document/cut-document.ts";
import type { Document } from "../../../src/text/document/document.ts";

const TEXT = "A heading\n\nOne paragraph.\n\nHost\tRole";
const at = (words: string) => ({
  start: TEXT.indexOf(words),
  end: TEXT.indexOf(words) + words.length,
});
const DOCUMENT: Document = {
  text: TEXT,
  language: "en",
  blocks: [
    { kind: "heading", level: 1, source: "format", ...at("A heading") },
    { kind: "paragraph", source: "inferred", ...at("One paragraph.") },
    { kind: "row", cells: [at("Host"), at("Role")], source: "format", ...at("Host\tRole") },
  ],
};

it("cuts blocks and cells with the text, and leaves no white space at their ends", () => {
  const { start } = at(" paragraph.");
  const { text, blocks, language } = cutDocument(DOCUMENT, { start, end: at("ole").start });
  expect(text).toBe(" paragraph.\n\nHost\tR");
  expect(language).toBe("en");
  const words = (span: { start: number; end: number }) => text.slice(span.start, span.end);
  expect(blocks.map((block) => [block.kind, words(block), block.cells?.map(words)])).toEqual([
    ["paragraph", "paragraph.", undefined],
    ["row", "Host\tR", ["Host", "R"]],
  ]);
});

it("is the whole document for its whole length, and empty for none of it", () => {
  expect(cutDocument(DOCUMENT, { start: 0, end: TEXT.length })).toEqual(DOCUMENT);
  expect(cutDocument(DOCUMENT, { start: 9, end: 11 })).toEqual({
    text: "\n\n",
    blocks: [],
    language: "en",
  });
});
