import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is counted since the database exists, also of what was deleted since. */
export const TALLIED = ["analyses", "jobs", "tokens"] as const;

/**
 * Counts that only grow. Triggers of the migrations count how analyses and jobs end, in the transaction
 * of their end, so no crash and no second isolate makes a count wrong.
 */
export const tallies = sqliteTable(
  "tallies",
  {
    name: text("name", { enum: TALLIED }).notNull(),
    /** The provider of an analysis or of tokens; the kind of a job. */
    subject: text("subject").notNull(),
    /** How it ended; whether tokens were read (`input`) or written (`output`). */
    aspect: text("aspect").notNull(),
    n: integer("n").notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.subject, t.aspect] })],
);
