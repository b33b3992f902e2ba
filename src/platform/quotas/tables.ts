import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What is counted in total; `stored_bytes` are the texts, outlines and uploads of sessions and collected reports. */
export const COUNTED = [
  "sessions",
  "intake_reports",
  "observables",
  "rules",
  "layers",
  "dossiers",
  "sources",
  "stored_bytes",
] as const;

/**
 * How much is stored of each thing. Triggers of the migrations keep the numbers, in the transaction
 * of whatever adds or removes a row, so that no question about them scans what grows. Collected reports and sessions
 * are counted by their status as well, as `sessions.completed`, and observables by their kind.
 */
export const totals = sqliteTable("totals", {
  name: text("name", { enum: COUNTED }).primaryKey(),
  n: integer("n").notNull(),
});
