import { primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Coverage of each domain per day: the last counts taken that day. */
export const coverageSnapshots = sqliteTable(
  "coverage_snapshots",
  {
    domain: text("domain").notNull(),
    /** Such as `2026-11-22`. */
    day: text("day").notNull(),
    version: text("version").notNull(),
    /** Number of techniques by state. JSON, since states may be added later. */
    counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
    taken_at: text("taken_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.domain, t.day] })],
);
