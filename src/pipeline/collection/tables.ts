import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type Filters, RUN_STATES, RUN_TRIGGERS, SOURCE_KINDS } from "./vocabulary.ts";

const words = (name: string) => text(name, { mode: "json" }).$type<string[]>().notNull();

export const sources = sqliteTable(
  "sources",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    kind: text("kind", { enum: SOURCE_KINDS }).notNull(),
    url: text("url").notNull(),
    /** Canonical form, so that the same feed is not polled twice. */
    url_key: text("url_key").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    interval_minutes: integer("interval_minutes").notNull(),
    include: words("include"),
    exclude: words("exclude"),
    filters: text("filters", { mode: "json" }).$type<Filters>().notNull().default({}),
    /** The target of permanent redirects, requested first. */
    moved_to: text("moved_to"),
    /** State of the last run that its kind stores, or null for a source that must be read completely. */
    state: text("state", { mode: "json" }).$type<Record<string, unknown>>(),
    last_run_at: text("last_run_at"),
    next_run_at: text("next_run_at").notNull(),
    last_status: text("last_status", { enum: RUN_STATES }),
    last_error: text("last_error"),
    consecutive_failures: integer("consecutive_failures").notNull(),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("sources_by_url").on(t.url_key),
    index("sources_by_next_run").on(t.enabled, t.next_run_at),
  ],
);

/** Stored items of a source, each in the version that was read, for kinds that list versions. */
export const sourceItems = sqliteTable(
  "source_items",
  {
    source_id: text("source_id").notNull(),
    item: text("item").notNull(),
    version: text("version").notNull(),
  },
  (t) => [primaryKey({ columns: [t.source_id, t.item] })],
);

/** Its index is used only for queries that repeat this condition. */
export const IS_UNDER_WAY = sql`status = 'running'`;

export const runs = sqliteTable(
  "runs",
  {
    /** The ID of its job. */
    id: text("id").primaryKey(),
    source_id: text("source_id").notNull(),
    trigger: text("trigger", { enum: RUN_TRIGGERS }).notNull(),
    status: text("status", { enum: RUN_STATES }).notNull(),
    items_seen: integer("items_seen").notNull(),
    items_created: integer("items_created").notNull(),
    duplicates: integer("duplicates").notNull(),
    /** Items that the source's `include` and `exclude` excluded. */
    filtered: integer("filtered").notNull(),
    observables_created: integer("observables_created").notNull(),
    observables_known: integer("observables_known").notNull(),
    suppressed: integer("suppressed").notNull(),
    error: text("error"),
    started_at: text("started_at").notNull(),
    finished_at: text("finished_at"),
  },
  (t) => [
    index("runs_by_source").on(t.source_id, t.started_at),
    index("runs_by_date").on(t.started_at, t.id),
    index("runs_under_way").on(t.id).where(IS_UNDER_WAY),
  ],
);
