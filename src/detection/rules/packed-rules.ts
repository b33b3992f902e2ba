/** Rows of tables as UTF-8 JSON, since thousands of rules as objects would not fit into an isolate. */
export interface PackedRule {
  /** Id of the version to write. */
  version_id: string;
  isNew: boolean;
  /** The row of the rule, a line break, and the row of the version. */
  rows: Uint8Array;
}

/** Maximum size of one parameter: below D1's 2 MB even at three bytes of UTF-8 each. */
const MAX_JSON_CHARS = 600_000;

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true });

/** Packs the rows of a rule. */
export function packRows(rule: object, version: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(rule)}\n${JSON.stringify(version)}`);
}

/** Returns the rows of a rule, each as JSON. */
export function unpackRows({ rows }: Pick<PackedRule, "rows">): [rule: string, version: string] {
  const text = decoder.decode(rows);
  const end = text.indexOf("\n");
  return [text.slice(0, end), text.slice(end + 1)];
}

/** Joins rows to JSON arrays that each fit into one D1 parameter. */
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
