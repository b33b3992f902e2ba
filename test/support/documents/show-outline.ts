import { expect } from "vitest";
import type { Block, Outline } from "../../../src/text/document/document.ts";

/** A block on a line: its kind and level, then its text, the cells of a row divided by bars, line breaks as `⏎`. */
function showBlock(text: string, { kind, level, cells, start, end }: Block): string {
  const print = (from: number, to: number) => text.slice(from, to).replaceAll("\n", "⏎");
  const words = cells?.map((cell) => print(cell.start, cell.end)).join(" | ") ?? print(start, end);
  return `${kind}${level ?? ""}: ${words}`;
}

/** An outline as golden tests spell it, a line for each block. */
export function showOutline({ text, blocks }: Outline): string[] {
  return blocks.map((block) => showBlock(text, block));
}

/** Expects blocks in order, without overlaps, trimmed, holding all that is not white space. */
export function expectSound({ text, blocks }: Outline): void {
  let end = 0;
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => {
    if (!isRight && faults.length < 5) faults.push(fault);
  };
  for (const block of blocks) {
    const printed = text.slice(block.start, block.end);
    check(text.slice(end, block.start).trim() === "", `no block at ${end}-${block.start}`);
    check(block.start >= end, `overlap at ${block.start}`);
    check(printed !== "" && printed.trim() === printed, `white space at ${block.start}`);
    let at = block.start;
    for (const cell of block.cells ?? []) {
      const isInside = cell.start >= at && cell.end >= cell.start && cell.end <= block.end;
      check(isInside, `cell out of order at ${cell.start}`);
      at = cell.end;
    }
    check(/^(?:heading|item)$/.test(block.kind) === (block.level !== undefined), "level");
    check((block.kind === "row") === (block.cells !== undefined), "cells");
    check(block.source === "format", "source");
    end = block.end;
  }
  check(text.slice(end).trim() === "", `no block at ${end}`);
  expect(faults).toEqual([]);
}
