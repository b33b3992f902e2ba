import { foldText } from "../../platform/lib/text.ts";
import { type Reach, type Source, type SourceRow, SOURCES } from "./catalogue.ts";
import { wildcardSource } from "./wildcards.ts";

/** A row that a draft can start from. */
export interface DraftRow extends SourceRow {
  reach: Reach;
}

const PATTERNS = new Map(SOURCES.map((source) => [source, source.names.map(toPattern)]));
const LAST = SOURCES.findLast(({ names }) => names.includes("*"));

/** Returns the rows of every log source with this ATT&CK name, except the catch-all. */
export function rowsNamed(name: string): SourceRow[] {
  return sourcesNamed(name)
    .filter((source) => source !== LAST)
    .flatMap(({ rows }) => rows);
}

/**
 * Returns the row for drafts of an ATT&CK log source: the first that has all of its event codes, else some, else the
 * one of its name. The last entry of the file matches any name.
 */
export function draftRowOf(name: string, codes: readonly number[]): DraftRow {
  const rows = sourcesNamed(name).flatMap((source) => source.rows.filter(isDraftRow));
  const has = (row: DraftRow) => (code: number) => row.codes?.includes(code) === true;
  const found =
    (codes.length > 0 ? rows.find((row) => codes.every(has(row))) : undefined) ??
    rows.find((row) => codes.some(has(row))) ??
    rows.find((row) => row.codes === null);
  if (found === undefined) throw new Error("The catalogue has no entry that fits every name.");
  return found;
}

/** Returns every row that a draft can start from, except the catch-all. */
export function draftRows(): DraftRow[] {
  return SOURCES.filter((source) => source !== LAST).flatMap(({ rows }) => rows.filter(isDraftRow));
}

/** Returns the names in the catalogue without wildcards. */
export function spelledNames(): string[] {
  return SOURCES.flatMap(({ names }) => names).filter((name) => !name.includes("*"));
}

/** Returns whether a row is the catch-all that matches any name. */
export function isOfAnyName(row: SourceRow): boolean {
  return LAST?.rows.includes(row) === true;
}

function sourcesNamed(name: string): Source[] {
  const folded = foldText(name);
  return SOURCES.filter((source) => PATTERNS.get(source)?.some((pattern) => pattern.test(folded)));
}

function isDraftRow(row: SourceRow): row is DraftRow {
  return row.reach !== null;
}

function toPattern(name: string): RegExp {
  return new RegExp(`^${wildcardSource(foldText(name), ".*")}$`, "su");
}
