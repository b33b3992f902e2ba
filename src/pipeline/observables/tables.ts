import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  OBSERVABLE_ORIGINS,
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
    /** 0 to 100. */
    confidence: integer("confidence").notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    /** Who added, changed or restored it by hand, so that it outlives the reports that named it. */
    confirmed_by: text("confirmed_by"),
    first_seen_at: text("first_seen_at").notNull(),
    last_seen_at: text("last_seen_at").notNull(),
  },
  (t) => [
    uniqueIndex("observables_by_value").on(t.kind, t.normalized_value),
    index("observables_by_date").on(t.last_seen_at, t.id),
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
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.normalized_value, t.source_type, t.source_id] }),
    index("observable_sources_by_source").on(t.source_type, t.source_id),
  ],
);

/** Values that a suppression rule keeps out of the observables, until somebody restores them. */
export const suppressions = sqliteTable(
  "suppressions",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<ObservableKind>().notNull(),
    value: text("value").notNull(),
    normalized_value: text("normalized_value").notNull(),
    rule: text("rule", { enum: SUPPRESSION_RULES }).notNull(),
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
