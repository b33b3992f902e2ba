import { type SQL, sql } from "drizzle-orm";

/** The condition that all of these hold, for a change that depends on the tables of several stores. */
export function allOf(...conditions: readonly SQL[]): SQL {
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  );
}
