import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LogSourceEntry } from "./schema.ts";

/** What the team collects: one row. */
export const logInventory = sqliteTable("log_inventory", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  /** Counts the changes, so that a change made from an older state is noticed. */
  revision: integer("revision").notNull(),
  /** Sorted by kind, name, channels and platforms; no two say the same. */
  entries: text("entries", { mode: "json" }).$type<LogSourceEntry[]>().notNull(),
  updated_by: text("updated_by").notNull(),
  updated_at: text("updated_at").notNull(),
});
