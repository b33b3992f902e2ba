import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { WARNING_EFFECTS, WARNING_LIST_TYPES } from "./vocabulary.ts";

/** Warning lists that administrators uploaded. Each replaces a shipped list of the same name. */
export const warningLists = sqliteTable("warning_lists", {
  name: text("name").primaryKey(),
  title: text("title").notNull(),
  description: text("description").notNull(),
  type: text("type", { enum: WARNING_LIST_TYPES }).notNull(),
  version: integer("version").notNull(),
  matching_attributes: text("matching_attributes", { mode: "json" }).$type<string[]>().notNull(),
  entries: integer("entries").notNull(),
  /** Null for the default of the name in effects.ts. */
  effect: text("effect", { enum: WARNING_EFFECTS }),
  /** Key of its entries in object storage, which is new whenever they change. */
  file_key: text("file_key").notNull(),
  file_bytes: integer("file_bytes").notNull(),
  updated_at: text("updated_at").notNull(),
  updated_by: text("updated_by").notNull(),
});
