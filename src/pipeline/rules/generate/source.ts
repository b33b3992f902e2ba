/** What a source records; techniques are matched with sources by it. */
export type SourceKind =
  | "process"
  | "script"
  | "registry"
  | "file"
  | "module"
  | "process_access"
  | "network"
  | "dns"
  | "proxy"
  | "webserver"
  | "authentication"
  | "email"
  | "control";

/** A field under its name in each language; `about` is the comment that explains it. */
export interface SourceField {
  about: string;
  sigma: string;
  kql: string;
  spl: string;
  eql: string;
}

/** A value that a field must have, or several of which it has one. */
export type SelectedValue = number | string | readonly number[] | readonly string[];

/** A log source as each language reaches it. The first field is where behavior shows. */
export interface LogSource {
  /** Name by which telemetry can choose it. */
  name: string;
  kind: SourceKind;
  /** ATT&CK platforms that it covers. */
  platforms: readonly string[];
  /** Words that choose it when they stand in the given telemetry, lower case. */
  words: readonly string[];
  /** Sigma taxonomy; `select` are fixed conditions on fields. */
  sigma: { category?: string; product?: string; service?: string };
  select?: Readonly<Record<string, SelectedValue>>;
  kql: { table: string; where?: string };
  spl: string;
  /** An EQL event query without the behavior. */
  eql: { category: string; where?: string };
  fields: readonly SourceField[];
}

/** `[about, sigma, kql, spl, eql]` */
export type FieldRow = readonly [string, string, string, string, string];

/** Reads rows of fields. */
export function fieldsOf(rows: readonly FieldRow[]): SourceField[] {
  return rows.map(([about, sigma, kql, spl, eql]) => ({ about, sigma, kql, spl, eql }));
}
