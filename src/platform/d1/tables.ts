import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row, whose mark is another one after each change of what the workspace's answers are made of. */
export const workspaceMark = sqliteTable("workspace_mark", {
  id: integer("id").primaryKey(),
  mark: text("mark").notNull(),
});
