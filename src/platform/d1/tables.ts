import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row, whose value changes with every change that the workspace's responses depend on. */
export const workspaceMark = sqliteTable("workspace_mark", {
  id: integer("id").primaryKey(),
  mark: text("mark").notNull(),
});
