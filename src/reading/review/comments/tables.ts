import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/tables.ts";

/** What colleagues say to each other of a report or of one of its techniques. */
export const sessionComments = sqliteTable(
  "session_comments",
  {
    /** A UUID of version 7, so that ids sort by time. */
    id: text("id").primaryKey(),
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** The technique as it was called then; null for the report as a whole. */
    attack_id: text("attack_id"),
    author: text("author").notNull(),
    text: text("text").notNull(),
    created_at: text("created_at").notNull(),
  },
  (t) => [index("session_comments_by_session").on(t.session_id, t.id)],
);
