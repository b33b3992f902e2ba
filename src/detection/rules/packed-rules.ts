/** Rows of tables as JSON in UTF-8: thousands of rules as objects would not fit into an isolate. */
export interface PackedRule {
  /** Of the version that is written. */
  version_id: string;
  isNew: boolean;
  /** The row of the rule, a line break, and that of the version. */
  rows: Uint8Array;
}

/** Of one parameter: under D1's 2 MB even where each takes three bytes of UTF-8. */
const MAX_JSON_CHARS = 600_000;

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Packs the rows of a rule. */
export function packRows(rule: object, version: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(rule)}\n${JSON.stringify(version)}`);
}

/** The rows of a rule, each as JSON. */
export function unpackRows({ rows }: Pick<PackedRule, "rows">): [rule: string, version: string] {
  const text = decoder.decode(rows);
  const end = text.indexOf("\n");
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Rows as JSON arrays that fit into one parameter of D1 each. */
export function joinRows(rows: readonly string[]): string[] {
  const joined: string[] = [];
  let held: string[] = [];
  let size = 0;
  for (const row of rows) {
    if (held.length > 0 && size + row.length > MAX_JSON_CHARS) {
      joined.push(`[${held.join(",")}]`);
      held = [];
      size = 0;
    }
    held.push(row);
    size += row.length;
  }
  if (held.length > 0) joined.push(`[${held.join(",")}]`);
  return joined;
}
