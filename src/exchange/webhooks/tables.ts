import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  DELIVERY_STATES,
  EVENT_TYPES,
  type EventType,
  SHAPES,
  type TEST_EVENT,
} from "./vocabulary.ts";

/** Receivers of events. */
export const webhooks = sqliteTable("webhooks", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  shape: text("shape", { enum: SHAPES }).notNull(),
  event_types: text("event_types", { mode: "json" }).$type<EventType[]>().notNull(),
  /** Whether it receives the names of reports marked TLP:RED or TLP:AMBER+STRICT. */
  include_restricted: integer("include_restricted", { mode: "boolean" }).notNull(),
  enabled: integer("enabled", { mode: "boolean" }).notNull(),
  /** Why the service disabled it; null if a person did, and while it is enabled. */
  disabled_reason: text("disabled_reason"),
  /** The host of its URL, the only visible part. */
  host: text("host").notNull(),
  /** URL and signing secrets, encrypted with a key outside this database. */
  sealed: text("sealed").notNull(),
  /** End of the period in which the previous secret also signs. */
  previous_until: text("previous_until"),
  /** Time since which no attempt succeeded; null after a success. */
  failing_since: text("failing_since"),
  created_at: text("created_at").notNull(),
  updated_at: text("updated_at").notNull(),
});

/**
 * Events that are not yet deliveries. Triggers of the migrations write a row in the transaction of the change itself,
 * so that no event is lost or spurious.
 */
export const webhookEvents = sqliteTable("webhook_events", {
  seq: integer("seq").primaryKey({ autoIncrement: true }),
  /** Random, because a restored database counts `seq` from an earlier value. */
  id: text("id").notNull().unique(),
  type: text("type", { enum: EVENT_TYPES }).notNull(),
  object_id: text("object_id").notNull(),
  /** Data that the object no longer has later. */
  facts: text("facts", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  at: text("at").notNull(),
});

/**
 * Releases that are already announced. They are in the other database, and no transaction spans both, so they are
 * compared with this list.
 */
export const webhookReleases = sqliteTable("webhook_releases", {
  /** Domain, version and content of the release. */
  key: text("key").primaryKey(),
});

/** One message to one receiver. Its id is the id of its job. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text("id").primaryKey(),
    webhook_id: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The `webhook-id` header of every attempt. */
    message_id: text("message_id").notNull(),
    event_type: text("event_type").$type<EventType | typeof TEST_EVENT>().notNull(),
    body: text("body").notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull(),
    attempts: integer("attempts").notNull(),
    /** Null unless it is pending. */
    next_attempt_at: text("next_attempt_at"),
    last_attempt_at: text("last_attempt_at"),
    /** HTTP status of the last response; null if there was none. */
    status_code: integer("status_code"),
    error: text("error"),
    created_at: text("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("webhook_deliveries_by_message").on(t.webhook_id, t.message_id),
    index("webhook_deliveries_by_webhook").on(t.webhook_id, t.state, t.created_at),
    index("webhook_deliveries_by_date").on(t.state, t.created_at),
  ],
);
