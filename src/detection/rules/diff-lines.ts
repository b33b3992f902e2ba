import { diffArrays } from "diff";
import type { RuleDiff } from "./schema.ts";

type Change = RuleDiff["changes"][number];

/** The comparison takes quadratic time, so texts that differ in more lines are shown as replaced. */
const MAX_EDITS = 2000;

/** Returns the changes from one text to another, line by line, in order. */
export function diffLines(from: string, to: string): Change[] {
  const before = from.split(/\r?\n/);
  const after = to.split(/\r?\n/);
  const blocks = diffArrays(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  let fromLine = 1;
  let toLine = 1;
  return blocks.map(({ removed, added, value }): Change => {
    const change: Change = {
      kind: removed ? "removed" : added ? "added" : "same",
      from_line: fromLine,
      to_line: toLine,
      lines: value,
    };
    if (!added) fromLine += value.length;
    if (!removed) toLine += value.length;
    return change;
  });
}
