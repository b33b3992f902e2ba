import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { WARNING_EFFECTS, WARNING_LIST_TYPES } from "./vocabulary.ts";

/** Warning lists that administrators sent; one of the name of a shipped list stands in its place. */
export const warningLists = sqliteTable("warning_lists", {
  name: text("name").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  type: text("type", { enum: WARNING_LIST_TYPES }).notNull(),
  version: integer("version").notNull(),
  matching_attributes: text("matching_attributes", { mode: "json" }).$type<string[]>().notNull(),
  entries: integer("entries").notNull(),
  /** Null for what effects.ts says of the name. */
  effect: text("effect", { enum: WARNING_EFFECTS }),
  /** Where the object storage has its entries; a new one whenever they change. */
  file_key: text("file_key").notNull(),
  file_bytes: integer("file_bytes").notNull(),
  updated_at: text("updated_at").notNull(),
  updated_by: text("updated_by").notNull(),
});
