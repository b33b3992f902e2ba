import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TEST_RESULTS } from "./vocabulary.ts";

/** Tests of techniques that the team ran, and their results. */
export const coverageTests = sqliteTable(
  "coverage_tests",
  {
    id: text("id").primaryKey(),
    /** The recorded id; a later release may have another. */
    attack_id: text("attack_id").notNull(),
    /** Name of the technique in the release current at the time. */
    name: text("name").notNull(),
    domain: text("domain").notNull(),
    /** The tested rule, which may be deleted since; null for no particular rule. */
    rule_id: text("rule_id"),
    /** Its title when the test was recorded; null without a rule. */
    rule_title: text("rule_title"),
    result: text("result", { enum: TEST_RESULTS }).notNull(),
    tested_at: text("tested_at").notNull(),
    events: text("events").notNull(),
    note: text("note").notNull(),
    created_by: text("created_by").notNull(),
    /** Number of changes, to detect a change based on an older state. */
    revision: integer("revision").notNull(),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [
    index("coverage_tests_by_technique").on(t.domain, t.attack_id, t.tested_at),
    index("coverage_tests_by_date").on(t.tested_at, t.created_at, t.id),
  ],
);
