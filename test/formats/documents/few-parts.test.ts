import { expect, it } from "vitest";
import { hasFewParts } from "../../../src/formats/documents/few-parts.ts";
import type { Block } from "../../../src/text/document/document.ts";

const span = { start: 0, end: 1 };
const block: Block = { kind: "paragraph", source: "format", ...span };
const row: Block = { ...block, kind: "row", cells: Array.from({ length: 500 }, () => span) };
const printed = (count: number) => ({
  sizes: [{ width: 1, height: 1 }],
  lines: Array.from({ length: count }, () => ({
    ...span,
    page: 1,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  })),
});

it("counts blocks, cells and printed lines together", () => {
  const blocks = Array.from({ length: 100_000 }, () => block);
  expect(hasFewParts({ blocks })).toBe(true);
  expect(hasFewParts({ blocks, printed: printed(100_000) })).toBe(true);
  expect(hasFewParts({ blocks, printed: printed(100_001) })).toBe(false);
  expect(hasFewParts({ blocks: Array.from({ length: 400 }, () => row) })).toBe(false);
});
