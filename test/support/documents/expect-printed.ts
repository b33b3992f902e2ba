import { expect } from "vitest";
import type { PdfText } from "../../../src/formats/documents/read-pdf.ts";
import { expectSound } from "./show-outline.ts";

/** Expects sound blocks in the order of their pages, and boxes on their pages for lines in order within the text. */
export function expectPrinted({ text, blocks, pages, printed }: PdfText): void {
  expectSound({ text, blocks });
  expect(printed.sizes).toHaveLength(pages);
  const order = blocks.map(({ page }) => page ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  let end = 0;
  const faults = printed.lines.filter((line) => {
    const size = printed.sizes[line.page - 1];
    const isInText = line.start >= end && line.end > line.start && line.end <= text.length;
    end = line.end;
    if (size === undefined || !isInText) return true;
    const isOnPage =
      line.x + line.width <= size.width + 0.1 && line.y + line.height <= size.height + 0.1;
    return line.x < 0 || line.y < 0 || line.width < 0 || line.height < 0 || !isOnPage;
  });
  expect(faults).toEqual([]);
  const inBlocks = printed.lines.filter(({ start }) =>
    blocks.some((block) => block.start <= start && start < block.end),
  );
  expect(inBlocks).toHaveLength(printed.lines.length);
}
