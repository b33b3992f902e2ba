import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ObservableKind } from "../observables/vocabulary.ts";
import type { Evidence } from "./evidence-schema.ts";
import type { Service } from "./rdap/bootstrap.ts";
import type { Summary } from "./rdap/summary-schema.ts";
import { ENRICHMENT_PROVIDERS, ENRICHMENT_STATUSES } from "./vocabulary.ts";

/**
 * Enrichment results. Rows are only ever added. Those of a deleted observable remain until retention ends: one
 * trigger stores its kind and value, and another assigns them to a new observable of the same kind and value.
 */
export const enrichments = sqliteTable(
  "enrichments",
  {
    id: text("id").primaryKey(),
    observable_id: text("observable_id").notNull(),
    provider: text("provider", { enum: ENRICHMENT_PROVIDERS }).notNull(),
    /** Several observables may share it: hosts below one registered domain. */
    target: text("target").notNull(),
    asked_for: text("asked_for").notNull(),
    status: text("status", { enum: ENRICHMENT_STATUSES }).notNull(),
    /** 0 to 100. */
    confidence: integer("confidence").notNull(),
    summary: text("summary", { mode: "json" }).$type<Summary>().notNull(),
    /** A provider's output. Null for RDAP, and if there was no response. */
    evidence: text("evidence", { mode: "json" }).$type<Evidence>(),
    detail: text("detail"),
    source_url: text("source_url"),
    /** Whether the response is about the target itself. */
    is_exact: integer("is_exact", { mode: "boolean" }).notNull(),
    /** Whether it was copied from another observable's record. */
    cached: integer("cached", { mode: "boolean" }).notNull(),
    created_at: text("created_at").notNull(),
    expires_at: text("expires_at").notNull(),
    /** When its observable was deleted, with its kind and value. */
    orphaned_at: text("orphaned_at"),
    kind: text("kind").$type<ObservableKind>(),
    normalized_value: text("normalized_value"),
  },
  (t) => [
    index("enrichments_orphaned")
      .on(t.kind, t.normalized_value, t.orphaned_at)
      .where(sql`orphaned_at is not null`),
    index("enrichments_by_observable").on(t.observable_id, t.created_at),
    index("enrichments_by_target").on(t.target, t.expires_at),
  ],
);

/** Locks on lookup targets and servers: the owner, and until when. */
export const enrichmentLocks = sqliteTable("enrichment_turns", {
  name: text("name").primaryKey(),
  owner: text("owner").notNull(),
  until: text("until").notNull(),
});

/** Servers of any provider that limit queries, and until when they are not queried. */
export const rdapLimits = sqliteTable("rdap_limits", {
  server: text("server").primaryKey(),
  until: text("until").notNull(),
});

/** When each provider was queried, without the queried value. Budgets count these rows. */
export const enrichmentQueries = sqliteTable(
  "enrichment_queries",
  {
    id: text("id").primaryKey(),
    provider: text("provider", { enum: ENRICHMENT_PROVIDERS }).notNull(),
    asked_at: text("asked_at").notNull(),
  },
  (t) => [index("enrichment_queries_by_time").on(t.provider, t.asked_at)],
);

/** IANA's bootstrap files as last read. */
export const rdapBootstraps = sqliteTable("rdap_bootstraps", {
  url: text("url").primaryKey(),
  /** Null if the file was never read. */
  services: text("services", { mode: "json" }).$type<Service[]>(),
  etag: text("etag"),
  last_modified: text("last_modified"),
  /** Why the last attempt to read it failed, in one sentence. */
  error: text("error"),
  check_after: text("check_after").notNull(),
});
