import { and, asc, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import { insertFrom, insertRow, insertRows } from "../../platform/d1/insert-rows.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import {
  canonicalReport,
  type ReportKey,
  titleOfReport,
} from "../intake/canonical-report-store.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { type KeyedChunk, keyedChunks, type KeyedRow } from "../../platform/d1/keyed-chunks.ts";
import { jsonRows } from "../../platform/d1/json-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import { importReceipts, imports } from "./tables.ts";
import type { ReceiptOutcome } from "./vocabulary.ts";

export type ImportRow = typeof imports.$inferSelect;
/** An import with the title of its first report, for those without a file name. */
export type ListedImport = ImportRow & { title: string | null };
export type Receipt = typeof importReceipts.$inferSelect;

/** The outcome of an object, as far as it is known before its batch. A report is identified by its keys. */
export interface NewReceipt {
  position: number;
  pointer: string;
  type: string | null;
  id: string | null;
  /** Null for a report, whose outcome is determined in the batch. */
  outcome: ReceiptOutcome | null;
  reason: string | null;
  /** The key of its report, or null if it belongs to none. */
  key: ReportKey | null;
}

/** The outcome of a rule. */
export type NewRuleReceipt = Omit<Receipt, "import_id" | "report_id">;

/** The first report among an import's first 1,000 objects. Longer imports have a file name. */
const TITLE = sql<string | null>`(select title from (
  select ${titleOfReport(sql`r.report_id`)} title, r.position from import_receipts r
  where r.import_id = imports.id and r.position < 1000)
  where title is not null order by position limit 1)`;
const LISTED = { ...getTableColumns(imports), title: TITLE };

/** Totals of the imports of a run. */
export interface RunTotals {
  items_seen: number;
  filtered: number;
  observables_created: number;
  observables_known: number;
  suppressed: number;
}
const NO_TOTALS: RunTotals = {
  items_seen: 0,
  filtered: 0,
  observables_created: 0,
  observables_known: 0,
  suppressed: 0,
};
/** Reports of an import that the keywords of their source excluded. */
const FILTERED = sql`coalesce(outcomes ->> '$.filtered', 0)`;

/** SQL for imports and the receipts of their objects. */
export class ImportStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Begins an import, together with its first objects. */
  begin(row: ImportRow): Part {
    return (write, held) => [insertRow(write, imports, row, held)];
  }

  /** Stores the outcomes of objects, after the reports are entered. */
  addReceipts(importId: string, receipts: readonly NewReceipt[]): Part {
    const values = {
      import_id: sql`${importId}`,
      position: sql`r.value->>1`,
      pointer: sql`r.value->>2`,
      object_type: sql`r.value->>3`,
      object_id: sql`r.value->>4`,
      outcome: sql`coalesce(r.value->>5, case when s.id = s.own then 'created'
        when s.id is null then 'failed' else 'duplicate' end)`,
      reason: sql`case when r.value->>5 is null and s.id is not null then null
        else r.value->>6 end`,
      report_id: sql`s.id`,
      rule: sql`null`,
    };
    return (write, held) =>
      [...keyedChunks(receipts.map(toKeyedRow))].map((chunk) =>
        insertFrom(write, importReceipts, values, rowsOf(chunk), held).onConflictDoNothing(),
      );
  }

  /** Stores the outcomes of an import's rules. */
  addRuleReceipts(importId: string, receipts: readonly NewRuleReceipt[]): Part {
    const rows = receipts.map((receipt) => ({ ...receipt, import_id: importId, report_id: null }));
    return (write, held) => insertRows(write, importReceipts, rows, held);
  }

  /** Stores the counts and the final status of an import. */
  async end(
    id: string,
    totals: Partial<ImportRow> & Pick<ImportRow, "status" | "updated_at">,
  ): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(imports)
        .set({ outcomes: allOutcomes(), ...totals })
        .where(eq(imports.id, id)),
    );
  }

  /** Marks imports as interrupted whose request ended before they did. */
  async endInterrupted(before: string, now: string): Promise<void> {
    await this.#db.unrecorded("outcome", (write) =>
      write
        .update(imports)
        .set({
          status: "interrupted",
          error: "The request that ran the import ended before the import was complete.",
          updated_at: now,
          items_created: receiptsOf("created"),
          duplicates: receiptsOf("duplicate"),
          errors: receiptsOf("failed"),
          outcomes: allOutcomes(),
          items_seen: sql`${receiptsOf("created")} + ${receiptsOf("duplicate")}`,
        })
        .where(and(eq(imports.status, "running"), lt(imports.created_at, before))),
    );
  }

  async find(id: string): Promise<ListedImport | null> {
    const rows = await this.#db.select(LISTED).from(imports).where(eq(imports.id, id));
    return rows[0] ?? null;
  }

  /** Lists the imports of runs, oldest first. */
  async listIdsByRun(runIds: readonly string[]): Promise<Map<string, string[]>> {
    if (runIds.length === 0) return new Map();
    const rows = await this.#db
      .select({ id: imports.id, run_id: imports.run_id })
      .from(imports)
      .where(sql`${imports.run_id} in (select value from json_each(${JSON.stringify(runIds)}))`)
      .orderBy(asc(imports.created_at), asc(imports.id));
    const ids = new Map<string, string[]>();
    for (const { id, run_id: runId } of rows) {
      if (runId !== null) ids.set(runId, [...(ids.get(runId) ?? []), id]);
    }
    return ids;
  }

  /** Returns the totals of a run's complete imports. An interrupted import is repeated. */
  async totalsOfRun(runId: string): Promise<RunTotals> {
    const sum = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`;
    const [totals] = await this.#db
      .select({
        items_seen: sum(sql`items_seen + ${FILTERED}`),
        filtered: sum(FILTERED),
        observables_created: sum(sql`observables_created`),
        observables_known: sum(sql`observables_known`),
        suppressed: sum(sql`suppressed`),
      })
      .from(imports)
      .where(and(eq(imports.run_id, runId), eq(imports.status, "complete")));
    return totals ?? NO_TOTALS;
  }

  /** Lists imports, newest first. */
  async list(page: Page & { limit: number }): Promise<Paged<ListedImport>> {
    return await readPage(this.#db, imports, {
      columns: LISTED,
      where: undefined,
      orderBy: [desc(imports.created_at), desc(imports.id)],
      page,
    });
  }

  /** Lists receipts in the order of the import. */
  async listReceipts(
    page: Page & { limit: number },
    importId: string,
    outcome: ReceiptOutcome | undefined,
  ): Promise<Paged<Receipt>> {
    const wanted = and(
      eq(importReceipts.import_id, importId),
      outcome === undefined ? undefined : eq(importReceipts.outcome, outcome),
    );
    return await readPage(this.#db, importReceipts, {
      where: wanted,
      orderBy: [asc(importReceipts.position)],
      page,
    });
  }
}

/** Counts the objects of an import with an outcome, from its receipts. */
function receiptsOf(outcome: ReceiptOutcome) {
  return sql`(select count(*) from import_receipts r
    where r.import_id = ${imports.id} and r.outcome = ${outcome})`;
}

/** Counts the objects of an import by outcome, from its receipts. */
function allOutcomes() {
  return sql`(select json_group_object(o.outcome, o.n) from (select r.outcome, count(*) as n
    from import_receipts r where r.import_id = ${imports.id} group by r.outcome) o)`;
}

function toKeyedRow({ key, position, pointer, type, id, outcome, reason }: NewReceipt): KeyedRow {
  return { key, values: [position, pointer, type, id, outcome, reason] };
}

/** Returns SQL for receipts `r` with their reports `s`. Each report is looked up once for all its receipts. */
function rowsOf({ keys, rows }: KeyedChunk): SQL {
  return sql`${jsonRows(rows)} r left join (with reports as materialized (
    select i.key as place, ${canonicalReport(sql`i.value`)} as id, i.value->>'$.id' as own
    from ${jsonRows(keys)} i) select * from reports) s on s.place = r.value->>0`;
}
