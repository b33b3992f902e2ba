import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Counted since the database was created, including what was deleted since. */
export const TALLIED = ["analyses", "jobs", "tokens"] as const;

/**
 * Counts that only grow. Migration triggers count how analyses and jobs end, in the same transaction, so crashes and
 * concurrent isolates cannot make a count wrong.
 */
export const tallies = sqliteTable(
  "tallies",
  {
    name: text("name", { enum: TALLIED }).notNull(),
    /** Provider of an analysis or of tokens, or kind of a job. */
    subject: text("subject").notNull(),
    /** Outcome, or whether tokens were read (`input`) or written (`output`). */
    aspect: text("aspect").notNull(),
    n: integer("n").notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.subject, t.aspect] })],
);
