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
 * The ledger of shared objects: which ones, in which order, and since when. It has no content: objects are generated
 * from their sessions on request.
 */
export const taxiiObjects = sqliteTable(
  "taxii_objects",
  {
    /** Time of addition in microseconds since the Unix epoch. Unique and ascending, so it is the order of pages. */
    added: integer("added").primaryKey(),
    level: text("level", { enum: SHARED_LEVELS }).notNull(),
    stix_id: text("stix_id").notNull(),
    type: text("type").notNull(),
    version: text("version").notNull(),
    /** The session that provides this version. */
    session_id: text("session_id").notNull(),
    in_observables: integer("in_observables", { mode: "boolean" }).notNull(),
    in_techniques: integer("in_techniques", { mode: "boolean" }).notNull(),
    is_withdrawn: integer("is_withdrawn", { mode: "boolean" }).notNull().default(false),
    /**
     * The properties that its withdrawal repeats; null for an object that is removed from the list without a
     * withdrawal.
     */
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

/** The sessions that contain an object, each with its version of it. */
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
    /** The session's `updated_at` when it was entered; empty if it must be entered again. */
    read_at: text("read_at").notNull(),
  },
  (t) => [
    index("taxii_sessions_stale")
      .on(t.session_id)
      .where(sql`read_at = ''`),
  ],
);

/** The state of the ledger, in a single row. */
export const taxiiState = sqliteTable("taxii_state", {
  id: integer("id").primaryKey(),
  /** Id of the last writer. A change based on an earlier writer's state has no effect. */
  turn: text("turn").notNull(),
  last_added: integer("last_added").notNull(),
  /** All sessions changed up to this time are entered. */
  sessions_until: text("sessions_until").notNull(),
  /** The last audit entry that was processed. */
  trail_until: integer("trail_until").notNull(),
});
