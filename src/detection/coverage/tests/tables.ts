import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TEST_RESULTS } from "./vocabulary.ts";

/** Tests of techniques that the team ran, and what came of them. */
export const coverageTests = sqliteTable(
  "coverage_tests",
  {
    id: text("id").primaryKey(),
    /** As it was recorded; a later release may have another id for it. */
    attack_id: text("attack_id").notNull(),
    /** Name of the technique in the release that was current then. */
    name: text("name").notNull(),
    domain: text("domain").notNull(),
    /** The rule that was tested; it may be deleted by now. Null for none in particular. */
    rule_id: text("rule_id"),
    /** Its title when the test was recorded; null without a rule. */
    rule_title: text("rule_title"),
    result: text("result", { enum: TEST_RESULTS }).notNull(),
    tested_at: text("tested_at").notNull(),
    events: text("events").notNull(),
    note: text("note").notNull(),
    created_by: text("created_by").notNull(),
    /** Counts the changes, so that a change made from an older state is noticed. */
    revision: integer("revision").notNull(),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [
    index("coverage_tests_by_technique").on(t.domain, t.attack_id, t.tested_at),
    index("coverage_tests_by_date").on(t.tested_at, t.created_at, t.id),
  ],
);
