import type { Block } from "../../../src/text/document/document.ts";

/** A block a line: its kind with its level, and its text with `/` for line breaks and `|` between cells. */
export function showOutline(text: string, blocks: readonly Block[]): string[] {
  const inOne = (start: number, end: number) => text.slice(start, end).replaceAll("\n", "/");
  return blocks.map(({ kind, level, cells, start, end, page }) => {
    const content =
      cells?.map((cell) => inOne(cell.start, cell.end)).join("|") ?? inOne(start, end);
    return `${page ?? ""} ${kind}${level ?? ""} ${content}`;
  });
}
