import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { StixObject } from "../../formats/stix/stix-object.ts";
import { SHARED_LEVELS } from "../../reading/entities/shared-level.ts";

/**
 * The ledger of what is shared: which objects, in which order, since when. It has no content: objects are made of
 * their sessions when they are requested.
 */
export const taxiiObjects = sqliteTable(
  "taxii_objects",
  {
    /** Microseconds since 1970: when it was added. Unique and ascending, so that it is the order of pages. */
    added: integer("added").primaryKey(),
    level: text("level", { enum: SHARED_LEVELS }).notNull(),
    stix_id: text("stix_id").notNull(),
    type: text("type").notNull(),
    version: text("version").notNull(),
    /** The session with this version of it. */
    session_id: text("session_id").notNull(),
    in_observables: integer("in_observables", { mode: "boolean" }).notNull(),
    in_techniques: integer("in_techniques", { mode: "boolean" }).notNull(),
    is_withdrawn: integer("is_withdrawn", { mode: "boolean" }).notNull().default(false),
    /** What its withdrawal has to repeat; null for an object that is not withdrawn but only no longer listed. */
    kept: text("kept", { mode: "json" }).$type<Partial<StixObject>>(),
  },
  (t) => [
    uniqueIndex("taxii_objects_by_id").on(t.level, t.stix_id),
    index("taxii_objects_by_level").on(t.level, t.added),
    index("taxii_objects_in_observables")
      .on(t.level, t.added)
      .where(sql`in_observables = 1`),
    index("taxii_objects_in_techniques")
      .on(t.level, t.added)
      .where(sql`in_techniques = 1`),
    index("taxii_objects_withdrawn")
      .on(t.added)
      .where(sql`is_withdrawn = 1`),
  ],
);

/** The sessions that an object is in, each with its version of it. */
export const taxiiOrigins = sqliteTable(
  "taxii_origins",
  {
    session_id: text("session_id").notNull(),
    stix_id: text("stix_id").notNull(),
    level: text("level", { enum: SHARED_LEVELS }).notNull(),
    version: text("version").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.session_id, t.stix_id] }),
    index("taxii_origins_by_object").on(t.stix_id, t.level, t.version, t.session_id),
  ],
);

/** The sessions whose objects are in the ledger. */
export const taxiiSessions = sqliteTable(
  "taxii_sessions",
  {
    session_id: text("session_id").primaryKey(),
    /** The session's `updated_at` when it was entered; empty for one that has to be entered again. */
    read_at: text("read_at").notNull(),
  },
  (t) => [
    index("taxii_sessions_stale")
      .on(t.session_id)
      .where(sql`read_at = ''`),
  ],
);

/** How far the ledger is, in its only row. */
export const taxiiState = sqliteTable("taxii_state", {
  id: integer("id").primaryKey(),
  /** Whoever wrote the ledger last: a change that another one came before does nothing. */
  turn: text("turn").notNull(),
  last_added: integer("last_added").notNull(),
  /** All sessions that changed up to then are entered. */
  sessions_until: text("sessions_until").notNull(),
  /** The last entry of the audit trail that was looked at. */
  trail_until: integer("trail_until").notNull(),
});
