import type { Column, Row, Technique } from "./build-columns.ts";

/** The filter of the matrix; empty to show everything. */
export interface Filter {
  search: string;
  platform: string;
  tactic: string;
  /** Only these techniques, if any are given. */
  only: ReadonlyMap<string, unknown> | null;
}

/** Returns the columns with matching techniques. Unchanged columns remain the same objects. */
export function filterColumns(columns: readonly Column[], filter: Filter): readonly Column[] {
  const { search, platform, tactic, only } = filter;
  const shown = tactic === "" ? columns : columns.filter((one) => one.tactic.shortname === tactic);
  if (search.trim() === "" && platform === "" && only === null) return shown;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const passes = (one: Technique) =>
    (platform === "" || one.platforms.includes(platform)) &&
    (only === null || only.has(one.attack_id)) &&
    words.every((word) => `${one.attack_id} ${one.name}`.toLowerCase().includes(word));
  return shown.map((column) => ({
    ...column,
    rows: column.rows.flatMap((row) => filterRow(row, passes)),
  }));
}

function filterRow(row: Row, passes: (one: Technique) => boolean): Row[] {
  const subs = row.subs.filter(passes);
  const isPassed = passes(row.technique);
  if (!isPassed && subs.length === 0) return [];
  return [{ ...row, subs, isPassedBy: !isPassed }];
}

/** Returns all platforms of a release. */
export function platformsOf(techniques: readonly Technique[]): string[] {
  return [...new Set(techniques.flatMap(({ platforms }) => platforms))].sort();
}
