import type { Occurrence } from "../found.ts";

/** Maximum text between two list items: bullets, commas, quotes, a port or a short name. */
const GAP = 28;
const MANY = 3;

/**
 * Returns 1 for each occurrence in a run of three or more of its kind with almost nothing between them, one per
 * line or separated by commas. Returns 0 for the others.
 */
export function findRuns(text: string, occurrences: readonly Occurrence[]): Uint8Array {
  const runs = new Uint8Array(occurrences.length);
  let members: number[] = [];
  const close = () => {
    if (members.length >= MANY) for (const index of members) runs[index] = 1;
    members = [];
  };
  for (const [index, occurrence] of occurrences.entries()) {
    // A host is inside its owner.
    if (occurrence.host_of !== null) continue;
    const before = members.at(-1);
    const last = before === undefined ? undefined : occurrences[before];
    if (last !== undefined && !follows(text, last, occurrence)) close();
    members.push(index);
  }
  close();
  return runs;
}

function follows(text: string, last: Occurrence, next: Occurrence): boolean {
  const gap = next.start - last.end;
  if (last.kind !== next.kind || gap > GAP || gap < 1) return false;
  const between = text.slice(last.end, next.start);
  return !/\p{L}{2}.*\p{L}{2}/su.test(between) || /\n/.test(between);
}
