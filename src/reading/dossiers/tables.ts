import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TLP_MARKINGS } from "../entities/vocabulary.ts";

export const dossiers = sqliteTable(
  "dossiers",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    note: text("note").notNull(),
    tlp: text("tlp", { enum: TLP_MARKINGS }),
    /** In the given order. Sessions deleted since then remain listed. */
    session_ids: text("session_ids", { mode: "json" }).$type<string[]>().notNull(),
    created_by: text("created_by").notNull(),
    /** Counts the changes, to detect edits based on an older state. */
    revision: integer("revision").notNull(),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [index("dossiers_by_change").on(t.updated_at)],
);
