import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Mention } from "./found.ts";
import {
  OBSERVABLE_ORIGINS,
  OBSERVABLE_ROLES,
  OBSERVABLE_SOURCES,
  SUPPRESSION_RULES,
  type ObservableKind,
} from "./vocabulary.ts";

export const observables = sqliteTable(
  "observables",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<ObservableKind>().notNull(),
    value: text("value").notNull(),
    normalized_value: text("normalized_value").notNull(),
    origin: text("origin", { enum: OBSERVABLE_ORIGINS }).notNull(),
    /** Role of its strongest mention, unless an analyst decided. */
    role: text("role", { enum: OBSERVABLE_ROLES }).notNull().default("mentioned"),
    /** 0 to 100. */
    confidence: integer("confidence").notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    /** Who added, changed or restored it manually, so that it outlives the reports that named it. */
    confirmed_by: text("confirmed_by"),
    /** Who decided its role or confidence, which later texts then do not change. */
    decided_by: text("decided_by"),
    /** From the dates of the reports that mention it. */
    first_seen_at: text("first_seen_at").notNull(),
    last_seen_at: text("last_seen_at").notNull(),
    /** When it was stored. For older rows, when they were first seen. */
    created_at: text("created_at"),
    /** When it expires, or null if it never does. */
    expires_at: text("expires_at"),
    /** An additional search key: `search-keys.ts`. */
    search_key: text("search_key"),
    /** An address, or the first one of a network: 32 hexadecimal digits, IPv4 in its IPv6-mapped form. */
    address_key: text("address_key"),
  },
  (t) => [
    uniqueIndex("observables_by_value").on(t.kind, t.normalized_value),
    index("observables_by_date").on(t.last_seen_at, t.id),
    index("observables_by_kind").on(t.kind, t.last_seen_at, t.id),
    index("observables_by_role").on(t.role, t.last_seen_at, t.id),
    index("observables_by_expiry").on(t.expires_at, t.id),
    index("observables_by_prefix").on(t.normalized_value),
    index("observables_by_search_key")
      .on(t.search_key)
      .where(sql`search_key is not null`),
    index("observables_by_address")
      .on(t.address_key)
      .where(sql`address_key is not null`),
    index("observables_by_hand")
      .on(t.last_seen_at, t.id)
      .where(sql`origin = 'manual'`),
    index("observables_tagged")
      .on(t.last_seen_at, t.id)
      .where(sql`tags <> '[]'`),
  ],
);

/** Observable mentions: the sources of a value, whether it is an observable or suppressed. */
export const observableSources = sqliteTable(
  "observable_sources",
  {
    kind: text("kind").$type<ObservableKind>().notNull(),
    normalized_value: text("normalized_value").notNull(),
    source_type: text("source_type", { enum: OBSERVABLE_SOURCES }).notNull(),
    source_id: text("source_id").notNull(),
    role: text("role", { enum: OBSERVABLE_ROLES }).notNull().default("mentioned"),
    /** 0 to 100. */
    confidence: integer("confidence").notNull().default(50),
    /** Number of all mentions. Zero if the source has no analyzed text. */
    count: integer("count").notNull().default(0),
    /** The strongest first, at most three. */
    places: text("places", { mode: "json" }).$type<readonly Mention[]>().notNull().default([]),
    /** When it was analyzed there. Null for mentions older than this column. */
    read_at: text("read_at"),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.normalized_value, t.source_type, t.source_id] }),
    index("observable_sources_by_source").on(t.source_type, t.source_id),
  ],
);

/** Values that a suppression rule excludes from the observables until someone restores them. */
export const suppressions = sqliteTable(
  "suppressions",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<ObservableKind>().notNull(),
    value: text("value").notNull(),
    normalized_value: text("normalized_value").notNull(),
    rule: text("rule", { enum: SUPPRESSION_RULES }).notNull(),
    /** The warning list that names the value, if any. */
    list: text("list"),
    first_seen_at: text("first_seen_at").notNull(),
    last_seen_at: text("last_seen_at").notNull(),
    restored_at: text("restored_at"),
    restored_by: text("restored_by"),
  },
  (t) => [
    uniqueIndex("suppressions_by_value").on(t.kind, t.normalized_value, t.rule),
    index("suppressions_by_date").on(t.last_seen_at, t.id),
  ],
);
