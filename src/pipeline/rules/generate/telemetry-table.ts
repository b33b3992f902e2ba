import { foldText } from "../../../platform/lib/text.ts";
import { type FieldRow, fieldsOf, type SourceField } from "./source.ts";
import table from "./telemetry.json" with { type: "json" };

/** A condition on one field, under its name in each language; a language without it needs none. */
export interface FieldNames {
  sigma?: string;
  kql?: string;
  spl?: string;
  eql?: string;
}

/**
 * What a log source of ATT&CK is called elsewhere: a row of `telemetry.json`. The first row that fits
 * holds, so special ones stand before general ones; the last fits everything. To teach the generator
 * a log source, add a row with its name (`*` stands for any text), the fields of its events, and:
 * - `codes`: the row is for these Windows event codes only
 * - `event_code`: the fields that hold the code, where category or table do not tell it already
 * - `operation`: the fields that hold what the channel names (`RunInstances`), under Sigma, KQL, SPL
 *   and EQL; the channel must consist of words that fit `operation_pattern`
 * - `is_made`: the table of KQL or the fields are made from ATT&CK's name, as the log source has no
 *   standard one
 * `$0` is the log source's name, `$1` its part after the first colon, `$slug` the name as a slug.
 * Sources: Sigma's taxonomy and the log sources of SigmaHQ's rules; Microsoft's tables of Defender
 * XDR and Azure Monitor, where own tables end in `_CL`; the source types of Splunk's add-ons; the
 * categories of EQL and data sets of Elastic's integrations.
 */
export interface TelemetryRow {
  names: string[];
  codes?: number[];
  sigma: { category?: string; product?: string; service?: string };
  select?: Record<string, string>;
  kql: { table: string; where?: string };
  spl: string;
  eql: { category: string; where?: string };
  event_code?: FieldNames;
  operation?: string[];
  operation_pattern?: string;
  is_made?: boolean;
  fields: string;
}

const ROWS = table.telemetry as TelemetryRow[];
const FIELDS = new Map(
  Object.entries(table.fields as unknown as Record<string, FieldRow[]>).map(
    ([name, rows]): [string, SourceField[]] => [name, fieldsOf(rows)],
  ),
);
const PATTERNS = new Map(ROWS.map((row) => [row, row.names.map(toPattern)]));

/** The row of a log source: the first that has all of its event codes, else some, else the name. */
export function rowOf(name: string, codes: readonly number[]): TelemetryRow {
  const folded = foldText(name);
  const named = ROWS.filter((row) => PATTERNS.get(row)?.some((pattern) => pattern.test(folded)));
  const has = (row: TelemetryRow) => (code: number) => row.codes?.includes(code) === true;
  const found =
    (codes.length > 0 ? named.find((row) => codes.every(has(row))) : undefined) ??
    named.find((row) => codes.some(has(row))) ??
    named.find((row) => row.codes === undefined);
  if (found === undefined) throw new Error("the last row of the table fits everything");
  return found;
}

/**
 * Every row that a log source leads to: those of single event codes, and the one of all else that it
 * records. None where the table does not know the name.
 */
export function rowsOf(name: string): { ofCodes: TelemetryRow[]; ofName: TelemetryRow | null } {
  const folded = foldText(name);
  const named = ROWS.filter((row) => PATTERNS.get(row)?.some((pattern) => pattern.test(folded)));
  const ofName = named.find((row) => row.codes === undefined);
  return {
    ofCodes: named.filter((row) => row.codes !== undefined),
    ofName: ofName === undefined || isLastRow(ofName) ? null : ofName,
  };
}

/** All rows but the one that fits whatever no other does. */
export function allRows(): readonly TelemetryRow[] {
  return ROWS.slice(0, -1);
}

/** The names that the table spells out. */
export function namesOfTable(): string[] {
  return ROWS.flatMap(({ names }) => names).filter((name) => !name.includes("*"));
}

/** Whether a row fits whatever no other does. */
export function isLastRow(row: TelemetryRow): boolean {
  return row === ROWS.at(-1);
}

/** The fields of a row's events. */
export function fieldsOfRow({ fields }: TelemetryRow): SourceField[] {
  const found = FIELDS.get(fields);
  if (found === undefined) throw new Error(`the table has no fields ${fields}`);
  return found;
}

function toPattern(name: string): RegExp {
  const parts = foldText(name)
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "su");
}
