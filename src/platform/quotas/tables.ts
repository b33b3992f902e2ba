import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Types counted in total. `stored_bytes` is the texts, outlines and uploads of sessions and collected reports. */
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
 * Totals of stored objects. Migration triggers update them in the transaction that adds or removes a row, so that no
 * query scans a growing table. Collected reports and sessions are also counted by status, such as `sessions.completed`,
 * and observables by kind.
 */
export const totals = sqliteTable("totals", {
  name: text("name", { enum: COUNTED }).primaryKey(),
  n: integer("n").notNull(),
});
