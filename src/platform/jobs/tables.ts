import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { JOB_KINDS, JOB_STATES } from "./vocabulary.ts";

export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: JOB_KINDS }).notNull(),
    /** Who requested it. Audit entries of the job carry this name. */
    actor: text("actor").notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    progress: text("progress", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Unique among live jobs. */
    dedupe_key: text("dedupe_key").notNull(),
    state: text("state", { enum: JOB_STATES }).notNull(),
    attempts: integer("attempts").notNull(),
    run_after: text("run_after").notNull(),
    lease_owner: text("lease_owner"),
    lease_until: text("lease_until"),
    error: text("error"),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
    finished_at: text("finished_at"),
    /** Jobs of one lane are limited: the requested host, or null for a job that requests no third-party host. */
    lane: text("lane"),
  },
  (t) => [
    uniqueIndex("jobs_live")
      .on(t.dedupe_key)
      .where(sql`state in ('queued', 'running')`),
    index("jobs_by_state").on(t.state, t.run_after),
    index("jobs_by_date").on(t.created_at, t.id),
  ],
);
