import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { ANALYSIS_STATES, INTAKE_STATES } from "./vocabulary.ts";
import { WORTH_SQL } from "./worth-store.ts";

const list = (name: string) => text(name, { mode: "json" }).$type<string[]>().notNull();
/** Defines a list that older rows lack. */
const laterList = (name: string) => list(name).default(sql`'[]'`);

export const intakeReports = sqliteTable(
  "intake_reports",
  {
    id: text("id").primaryKey(),
    title: text("title").notNull(),
    url: text("url"),
    publisher: text("publisher"),
    summary: text("summary").notNull(),
    status: text("status", { enum: INTAKE_STATES }).notNull(),
    source_reliability: text("source_reliability"),
    technique_ids: list("technique_ids"),
    group_ids: list("group_ids"),
    software_ids: laterList("software_ids"),
    cve_ids: laterList("cve_ids"),
    exploited_cve_ids: laterList("exploited_cve_ids"),
    /** Those of `technique_ids` that no session has. */
    new_technique_ids: laterList("new_technique_ids"),
    analyst_notes: text("analyst_notes").notNull(),
    source_id: text("source_id"),
    import_id: text("import_id"),
    /** Who set the report's state, and when. Null while it is unchanged since arrival. */
    decided_by: text("decided_by"),
    decided_at: text("decided_at"),
    session_id: text("session_id"),
    analysis_status: text("analysis_status", { enum: ANALYSIS_STATES }),
    analysis_error: text("analysis_error"),
    published_at: text("published_at"),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
    /** The keys that make two reports the same: see `identity.ts`. */
    url_key: text("url_key"),
    title_key: text("title_key"),
    foreign_key: text("foreign_key"),
    /** Folded title, publisher, URL and summary. */
    search_text: text("search_text").notNull(),
  },
  (t) => [
    uniqueIndex("intake_reports_by_url").on(t.url_key),
    uniqueIndex("intake_reports_by_title").on(t.title_key),
    uniqueIndex("intake_reports_by_foreign_key").on(t.foreign_key),
    index("intake_reports_by_date").on(t.created_at, t.id),
    index("intake_reports_by_status").on(t.status, t.created_at),
    index("intake_reports_by_worth").on(t.status, WORTH_SQL, t.created_at, t.id),
    index("intake_reports_by_worth_in_any_state").on(WORTH_SQL, t.created_at, t.id),
    index("intake_reports_with_new_techniques")
      .on(t.status)
      .where(sql`new_technique_ids <> '[]'`),
    index("intake_reports_by_source").on(t.source_id, t.created_at),
    index("intake_reports_by_import")
      .on(t.import_id, t.created_at, t.id)
      .where(sql`import_id is not null`),
    index("intake_reports_by_analysis")
      .on(t.analysis_status, t.created_at, t.id)
      .where(sql`analysis_status is not null`),
    index("intake_reports_by_session").on(t.session_id),
  ],
);

/** The full text of a report, split into rows that fit D1's limit. */
export const reportTexts = sqliteTable(
  "report_texts",
  {
    report_id: text("report_id").notNull(),
    part: integer("part").notNull(),
    text: text("text").notNull(),
  },
  (t) => [primaryKey({ columns: [t.report_id, t.part] })],
);

/** Additional origins of a report, one row for each origin that repeated it. */
export const reportArrivals = sqliteTable(
  "report_arrivals",
  {
    report_id: text("report_id").notNull(),
    /** Identity of the repetition: its origin, and the origin's key for it. */
    key: text("key").notNull(),
    title: text("title").notNull(),
    url: text("url"),
    publisher: text("publisher"),
    source_id: text("source_id"),
    import_id: text("import_id"),
    arrived_at: text("arrived_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.report_id, t.key] })],
);
