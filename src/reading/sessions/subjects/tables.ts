import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { DATED_BY } from "../../entities/report-day.ts";
import { sessions } from "../tables.ts";
import { SUBJECT_KINDS } from "./vocabulary.ts";

/** The day of each completed session's report, and the state in which its subjects were read. */
export const sessionDays = sqliteTable(
  "session_days",
  {
    session_id: text("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    domain: text("domain").notNull(),
    /** Such as `2026-11-22`. */
    day: text("day").notNull(),
    dated_by: text("dated_by", { enum: DATED_BY }).notNull(),
    /** The session's `updated_at` when it was read. If it differs now, the session is read again. */
    read_at: text("read_at").notNull(),
    /** The release that its ids were mapped to. Empty if the domain had none. */
    release: text("release").notNull(),
  },
  (t) => [index("session_days_by_day").on(t.domain, t.day, t.dated_by)],
);

/** The subjects of each report, which can be counted without reading its findings. */
export const sessionSubjects = sqliteTable(
  "session_subjects",
  {
    session_id: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: SUBJECT_KINDS }).notNull(),
    subject_id: text("subject_id").notNull(),
    name: text("name").notNull(),
    domain: text("domain").notNull(),
    day: text("day").notNull(),
    /** Whether a person accepted it. Null for subjects without a review. */
    accepted: integer("accepted", { mode: "boolean" }),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.kind, t.subject_id] }),
    // Covers all counted columns, so that counting reads no rows.
    index("session_subjects_by_subject").on(
      t.domain,
      t.kind,
      t.subject_id,
      t.day,
      t.accepted,
      t.session_id,
    ),
  ],
);
