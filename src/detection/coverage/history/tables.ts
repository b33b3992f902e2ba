import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What was covered of each domain on a day: the last counts that were taken on it. */
export const coverageSnapshots = sqliteTable(
  "coverage_snapshots",
  {
    domain: text("domain").notNull(),
    /** As `2026-11-22`. */
    day: text("day").notNull(),
    version: text("version").notNull(),
    /** Number of techniques by state; JSON, since states may come to the ones of today. */
    counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
    taken_at: text("taken_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.day] })],
);
