import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LogSourceEntry } from "./schema.ts";

/** The log sources that the team collects, in one row. */
export const logInventory = sqliteTable("log_inventory", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  /** Number of changes, to detect a change based on an older state. */
  revision: integer("revision").notNull(),
  /** Sorted by kind, name, channels and platforms, without equivalents. */
  entries: text("entries", { mode: "json" }).$type<LogSourceEntry[]>().notNull(),
  updated_by: text("updated_by").notNull(),
  updated_at: text("updated_at").notNull(),
});
