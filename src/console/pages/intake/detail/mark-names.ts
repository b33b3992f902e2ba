import type { Why } from "../../../api/intake.ts";

/** A segment of a text, and whether it is a name to highlight. */
export interface Stretch {
  text: string;
  isName: boolean;
}

/** The most names to highlight. A report with more is a catalog. */
const MAX_NAMES = 300;

/** Returns a pattern for the names and ids of a report in its text; null if it has none. */
export function nameFinder({ groups, software, cves, techniques }: Why): RegExp | null {
  const named = [...groups, ...software].flatMap(({ attack_id: id, name }) =>
    name === null ? [id] : [id, name],
  );
  const ids = [...cves.map(({ id }) => id), ...techniques.map(({ attack_id: id }) => id)];
  const names = [...new Set([...named, ...ids])].slice(0, MAX_NAMES);
  if (names.length === 0) return null;
  // The longest first, because a sub-technique id begins with that of its technique.
  const either = names
    .sort((a, b) => b.length - a.length)
    .map(escapeName)
    .join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(${either})(?![\\p{L}\\p{N}])`, "giu");
}

/** Splits a line into names and the text between them. */
export function markNames(line: string, finder: RegExp | null): Stretch[] {
  if (finder === null) return [{ text: line, isName: false }];
  return line
    .split(finder)
    .map((text, index) => ({ text, isName: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

function escapeName(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replace(/\s+/gu, String.raw`\s+`);
}
