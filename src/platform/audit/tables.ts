import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Actions that leave a row; docs/api.md, Audit trail, says what each records. */
export const AUDIT_ACTIONS = [
  "session.create",
  "session.delete",
  "session.retry",
  "session.review",
  "session.update",
  "session.technique_add",
  "session.technique_update",
  "session.technique_delete",
  "session.comment_add",
  "session.comment_delete",
  "session.undo",
  "session.reanalyse",
  "session.second_opinion",
  "session.opinion_accept",
  "source.create",
  "source.update",
  "source.delete",
  "collection.run",
  "import.stix",
  "import.sharing_events",
  "import.ml_matrix",
  "intake.create",
  "intake.update",
  "intake.transition",
  "intake.delete",
  "observable.create",
  "observable.update",
  "observable.delete",
  "observable.restore",
  "observable.bulk",
  "observable.enrich",
  "observable.enrich_bulk",
  "warning_list.update",
  "warning_list.delete",
  "layer.create",
  "layer.update",
  "layer.delete",
  "dossier.create",
  "dossier.update",
  "dossier.delete",
  "sync.trigger",
  "sync.upload",
  "sync.complete",
  "release.delete",
  "job.retry",
  "rule.generate",
  "rule.version",
  "rule.state",
  "rule.delete",
  "rule.import",
  "rule.sample",
  "coverage.log_sources",
  "coverage_test.create",
  "coverage_test.update",
  "coverage_test.delete",
  "token.create",
  "token.revoke",
  "webhook.create",
  "webhook.update",
  "webhook.delete",
  "webhook.rotate",
  "webhook.test",
  "webhook.resend",
  "audit.key_change",
] as const;

/** What the trail speaks of. */
export const AUDITED_OBJECTS = [
  "session",
  "layer",
  "dossier",
  "release",
  "sync_task",
  "job",
  "source",
  "run",
  "import",
  "report",
  "observable",
  "observables",
  "suppression",
  "warning_list",
  "rule",
  "rules",
  "log_inventory",
  "coverage_test",
  "enrichment",
  "token",
  "webhook",
  "audit_key",
] as const;

export const audit = sqliteTable(
  "audit",
  {
    /** Order of the trail; rows are only ever appended. */
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    actor: text("actor").notNull(),
    action: text("action", { enum: AUDIT_ACTIONS }).notNull(),
    object_type: text("object_type").notNull(),
    object_id: text("object_id").notNull(),
    details: text("details", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    created_at: text("created_at").notNull(),
    /** HMAC of what the row says, made as it was written; null from before there was a key. */
    mac: text("mac"),
  },
  (t) => [
    index("audit_by_object").on(t.object_type, t.object_id),
    index("audit_by_date").on(t.created_at),
  ],
);

/**
 * The chain over the trail: each row's hash covers the row and the hash before it, its MAC the hash.
 * A row of its own, because a database that computes no SHA-256 cannot write it in the batch of
 * what it seals.
 */
export const auditSeals = sqliteTable("audit_seals", {
  seq: integer("seq").primaryKey(),
  prev_hash: text("prev_hash").notNull(),
  hash: text("hash").notNull(),
  /** Null from before there was a key. */
  mac: text("mac"),
});
