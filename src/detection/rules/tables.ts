import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SigmaSource } from "../catalogue/file-schema.ts";
import type { RuleHeader } from "../languages/rule-header.ts";
import type { SampleRun } from "./sample-run.ts";
import type { Validation } from "../languages/findings.ts";
import { RULE_LANGUAGES } from "../languages/vocabulary.ts";
import { RULE_STATES, SAMPLE_EXPECTATIONS } from "./vocabulary.ts";

/** Lists that older rows lack. */
const jsonList = (name: string) =>
  text(name, { mode: "json" })
    .$type<string[]>()
    .notNull()
    .default(sql`'[]'`);

/** Saved before all its metadata was stored. The index serves only queries that repeat this condition. */
export const IS_UNDESCRIBED = sql`known_as is null and content_sha256 is null or event_ids is null`;

/**
 * The single-valued data of a rule, and the queried data of its latest version in `rule_versions`. Lists, imports and
 * coverage read only this table.
 */
export const rules = sqliteTable(
  "rules",
  {
    id: text("id").primaryKey(),
    language: text("language", { enum: RULE_LANGUAGES }).notNull(),
    created_at: text("created_at").notNull(),
    state: text("state", { enum: RULE_STATES }).notNull().default("draft"),
    /** Its key for imports: Sigma's `id`, or that of the header; null for a rule without one. */
    known_as: text("known_as"),
    /** Number of the latest version. */
    version: integer("version").notNull().default(1),
    title: text("title").notNull().default(""),
    /** Ids of the latest version's techniques, in its release. */
    techniques: jsonList("techniques"),
    logsource: text("logsource", { mode: "json" }).$type<SigmaSource>(),
    /**
     * Windows event ids of its log source that it requires one of. Empty if it requires none; null in rows from before
     * it was stored.
     */
    event_ids: text("event_ids", { mode: "json" }).$type<number[]>(),
    level: text("level"),
    status: text("status"),
    /** Of the latest content, in UTF-8; null in rows from before it was stored. */
    content_sha256: text("content_sha256"),
    /** The sketch of what it detects, to find duplicates and near-duplicates; see detection-sketch.ts. */
    detection_sha256: text("detection_sha256"),
    sketch: text("sketch"),
    updated_at: text("updated_at").notNull().default(""),
  },
  (t) => [
    uniqueIndex("rules_by_known_id")
      .on(t.language, t.known_as)
      .where(sql`known_as is not null`),
    /** The import key of a rule without an id. */
    index("rules_by_content")
      .on(t.content_sha256)
      .where(sql`known_as is null`),
    index("rules_undescribed").on(t.id).where(IS_UNDESCRIBED),
    index("rules_by_change").on(t.updated_at, t.id),
    index("rules_by_state").on(t.state, t.updated_at, t.id),
  ],
);

export const ruleVersions = sqliteTable(
  "rule_versions",
  {
    id: text("id").primaryKey(),
    rule_id: text("rule_id")
      .notNull()
      .references(() => rules.id, { onDelete: "cascade" }),
    /** Numbered from 1, without gaps. */
    version: integer("version").notNull(),
    title: text("title").notNull(),
    /** The first of its techniques; null for a rule without any. */
    technique_id: text("technique_id"),
    techniques: jsonList("techniques"),
    domain: text("domain").notNull(),
    /** The release in which the techniques were resolved. */
    release: text("release").notNull(),
    telemetry: text("telemetry"),
    session_id: text("session_id"),
    report_id: text("report_id"),
    content: text("content").notNull(),
    /** The metadata of the rule; null in rows from before it was stored. */
    header: text("header", { mode: "json" }).$type<RuleHeader>(),
    validation: text("validation", { mode: "json" }).$type<Validation>().notNull(),
    /** Its sample results when it was saved; null if it had no samples. */
    test_run: text("test_run", { mode: "json" }).$type<SampleRun>(),
    /** Title and technique ids, folded for search. */
    search_text: text("search_text").notNull(),
    created_by: text("created_by").notNull(),
    created_at: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("rule_versions_by_version").on(t.rule_id, t.version),
    index("rule_versions_by_date").on(t.created_at),
  ],
);

/** Events stored with a rule as its tests. */
export const ruleSamples = sqliteTable(
  "rule_samples",
  {
    id: text("id").primaryKey(),
    rule_id: text("rule_id")
      .notNull()
      .references(() => rules.id, { onDelete: "cascade" }),
    /** The version that it was created for; it also runs on every later one. */
    version: integer("version").notNull(),
    name: text("name").notNull(),
    expected: text("expected", { enum: SAMPLE_EXPECTATIONS }).notNull(),
    /** JSON lines. */
    events: text("events").notNull(),
    event_count: integer("event_count").notNull(),
    created_by: text("created_by").notNull(),
    created_at: text("created_at").notNull(),
  },
  (t) => [index("rule_samples_by_rule").on(t.rule_id, t.created_at)],
);
