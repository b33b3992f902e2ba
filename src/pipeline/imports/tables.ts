import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RuleReceipt } from "./rule-receipt.ts";
import { IMPORT_KINDS, IMPORT_STATES, RECEIPT_OUTCOMES } from "./vocabulary.ts";

const counter = (name: string) => integer(name).notNull();

export const imports = sqliteTable(
  "imports",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: IMPORT_KINDS }).notNull(),
    status: text("status", { enum: IMPORT_STATES }).notNull(),
    actor: text("actor").notNull(),
    /** Name of the file, if the sender gave one. */
    filename: text("filename"),
    /** The source whose run imported it, or null for an upload. */
    source_id: text("source_id"),
    run_id: text("run_id"),
    items_seen: counter("items_seen"),
    items_created: counter("items_created"),
    duplicates: counter("duplicates"),
    suppressed: counter("suppressed"),
    observables_created: counter("observables_created"),
    observables_known: counter("observables_known"),
    errors: counter("errors"),
    /** Number of objects or files by outcome, or null until it has ended. */
    outcomes: text("outcomes", { mode: "json" }).$type<Record<string, number>>(),
    /** Why it was interrupted, in one sentence. */
    error: text("error"),
    created_at: text("created_at").notNull(),
    updated_at: text("updated_at").notNull(),
  },
  (t) => [index("imports_by_date").on(t.created_at, t.id), index("imports_by_run").on(t.run_id)],
);

/** One row for each object of an import. */
export const importReceipts = sqliteTable(
  "import_receipts",
  {
    import_id: text("import_id").notNull(),
    /** Index in the import, from 0. */
    position: integer("position").notNull(),
    /** JSON pointer into the upload (RFC 6901). */
    pointer: text("pointer").notNull(),
    object_type: text("object_type"),
    object_id: text("object_id"),
    outcome: text("outcome", { enum: RECEIPT_OUTCOMES }).notNull(),
    reason: text("reason"),
    report_id: text("report_id"),
    /** Details of the rule, for an import of rules. */
    rule: text("rule", { mode: "json" }).$type<RuleReceipt>(),
  },
  (t) => [primaryKey({ columns: [t.import_id, t.position] })],
);
