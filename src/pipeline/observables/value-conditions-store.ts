import { and, eq, type SQL, sql } from "drizzle-orm";
import type { observables, suppressions } from "./tables.ts";
import type { Match } from "./vocabulary.ts";

type Valued = typeof observables | typeof suppressions;

/** Returns the condition that a row has this value. */
export function hasValue(
  table: Valued,
  { kind, normalized_value: value }: Omit<Match, "value">,
): SQL | undefined {
  return and(eq(table.kind, kind), eq(table.normalized_value, value));
}

/** Returns the condition that a row's value contains a text literally, ignoring case. */
export function containsValue(table: Valued, q: string): SQL {
  return sql`(instr(lower(${table.normalized_value}), ${q.toLowerCase()}) > 0
    or instr(${table.value}, ${q}) > 0)`;
}
