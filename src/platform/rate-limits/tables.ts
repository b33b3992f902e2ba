import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often an actor did something in one minute. Rows are useless once the minute is over. */
export const rateCounts = sqliteTable(
  "rate_counts",
  {
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    /** Minutes since 1970. */
    minute: integer("minute").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.actor, t.action, t.minute] })],
);
