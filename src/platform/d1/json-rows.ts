import { type SQL, sql } from "drizzle-orm";

/**
 * Returns SQL for the elements of a JSON array as a table of `key` and `value`. `json_each` alone renders an element
 * again for each expression that reads it. Rendering it once saves a third of an insert.
 */
export function jsonRows(json: string): SQL {
  return sql`(with elements as materialized (select key, value from json_each(${json}))
    select key, value from elements)`;
}
