import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Validation } from "./validate/findings.ts";
import { RULE_LANGUAGES } from "./vocabulary.ts";

/** What never changes of a rule; everything else is in its versions. */
export const rules = sqliteTable("rules", {
  id: text("id").primaryKey(),
  language: text("language", { enum: RULE_LANGUAGES }).notNull(),
  created_at: text("created_at").notNull(),
});

export const ruleVersions = sqliteTable(
  "rule_versions",
  {
    id: text("id").primaryKey(),
    rule_id: text("rule_id")
      .notNull()
      .references(() => rules.id, { onDelete: "cascade" }),
    /** Counted from 1, without gaps. */
    version: integer("version").notNull(),
    title: text("title").notNull(),
    technique_id: text("technique_id").notNull(),
    domain: text("domain").notNull(),
    /** The release that the technique was looked up in. */
    release: text("release").notNull(),
    telemetry: text("telemetry"),
    session_id: text("session_id"),
    report_id: text("report_id"),
    content: text("content").notNull(),
    validation: text("validation", { mode: "json" }).$type<Validation>().notNull(),
    /** Title and technique id, folded for the search. */
    search_text: text("search_text").notNull(),
    created_by: text("created_by").notNull(),
    created_at: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("rule_versions_by_version").on(t.rule_id, t.version),
    index("rule_versions_by_date").on(t.created_at),
  ],
);
