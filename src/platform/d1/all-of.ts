import { type SQL, sql } from "drizzle-orm";

/** Returns the conjunction of conditions, for a change that depends on the tables of several stores. */
export function allOf(...conditions: readonly SQL[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}
