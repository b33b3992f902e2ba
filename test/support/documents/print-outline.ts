import type { Block, Outline } from "../../../src/text/document/document.ts";

const MARKS: Readonly<Record<Block["kind"], string>> = {
  heading: "h",
  paragraph: "p",
  item: "i",
  row: "row",
  code: "code",
  furniture: "furniture",
};

/** An outline as people can check it: a line for each block, `↵` for line breaks in it, `|` between cells. */
export function printOutline({ text, blocks }: Outline): string[] {
  const shown = (start: number, end: number) => text.slice(start, end).replaceAll("\n", "↵");
  return blocks.map(({ kind, level, cells, start, end }) => {
    const content =
      cells?.map((cell) => shown(cell.start, cell.end)).join(" | ") ?? shown(start, end);
    return `${MARKS[kind]}${level ?? ""} ${content}`.trimEnd();
  });
}
