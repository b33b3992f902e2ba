import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { type AuditEntry, recordEntry } from "../../platform/audit/record.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { changesOf, type SQL, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import type { ObservableKind } from "./vocabulary.ts";

export type ObservableRow = typeof observables.$inferSelect;
export type SuppressionRow = typeof suppressions.$inferSelect;

/** An observable and where it was seen. */
export type Observable = ObservableRow & { report_ids: string[]; session_ids: string[] };
export type Suppression = SuppressionRow & { report_ids: string[]; session_ids: string[] };

export interface ObservableFilter {
  kind?: ObservableKind | undefined;
  q?: string | undefined;
  origin?: ObservableRow["origin"] | undefined;
  /** Only those seen in this report or session. */
  source?: { type: "report" | "session"; id: string } | undefined;
}

/** A place in a walk through all observables, in the order of their ids. */
export type AfterId = string | null;

type Listed = { kind: ObservableKind; normalized_value: string };

/** SQL for observables and the ledger of what is suppressed. */
export class ObservableStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(id: string): Promise<Observable | null> {
    const rows = await this.#db.select().from(observables).where(eq(observables.id, id));
    return (await this.#withSources(rows))[0] ?? null;
  }

  /** That an observable is there. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from observables where id = ${id})`;
  }

  /** Kinds and values of those of many that are there, whatever named them. */
  async listValues(
    ids: readonly string[],
  ): Promise<Pick<Observable, "id" | "kind" | "normalized_value">[]> {
    const { id, kind, normalized_value } = observables;
    return await this.#db
      .select({ id, kind, normalized_value })
      .from(observables)
      .where(sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`);
  }

  async findByValue(kind: ObservableKind, normalizedValue: string): Promise<Observable | null> {
    const rows = await this.#db
      .select()
      .from(observables)
      .where(and(eq(observables.kind, kind), eq(observables.normalized_value, normalizedValue)));
    return (await this.#withSources(rows))[0] ?? null;
  }

  /** Last seen first. */
  async list(page: Page & { limit: number }, filter: ObservableFilter): Promise<Paged<Observable>> {
    const wanted = matching(filter);
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(observables)
        .where(wanted)
        .orderBy(desc(observables.last_seen_at), desc(observables.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(observables).where(wanted),
    ]);
    return { items: await this.#withSources(items), total: totals[0]?.n ?? 0 };
  }

  /** The next observables of a walk through all of them, by id. */
  async listAfter(after: AfterId, limit: number, filter: ObservableFilter): Promise<Observable[]> {
    const beyond = after === null ? undefined : sql`${observables.id} > ${after}`;
    const rows = await this.#db
      .select()
      .from(observables)
      .where(and(matching(filter), beyond))
      .orderBy(asc(observables.id))
      .limit(limit);
    return await this.#withSources(rows);
  }

  /**
   * Adds an observable that an analyst names, with its audit row, and lifts what suppressed it;
   * false when it is there already.
   */
  async create(row: ObservableRow, actor: string, entry: AuditEntry): Promise<boolean> {
    const added = sql`exists (select 1 from observables where id = ${row.id})`;
    const [inserted] = await this.#db.batch([
      this.#db.insert(observables).values(row).onConflictDoNothing(),
      recordEntry(this.#db, entry, added),
      this.#db
        .update(suppressions)
        .set({ restored_at: row.first_seen_at, restored_by: actor })
        .where(and(sameValue(row), sql`restored_at is null`, added)),
    ]);
    return changesOf(inserted) === 1;
  }

  /** Changes an observable with its audit row; false when it is gone. */
  async update(
    id: string,
    change: Partial<Pick<ObservableRow, "tags" | "confidence" | "confirmed_by">>,
    entry: AuditEntry,
  ): Promise<boolean> {
    const held = sql`exists (select 1 from observables where id = ${id})`;
    const [, updated] = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      this.#db.update(observables).set(change).where(eq(observables.id, id)),
    ]);
    return changesOf(updated) === 1;
  }

  /**
   * Deletes an observable with its audit row and notes in the ledger that it is to stay away; false
   * when it is gone.
   */
  async remove(row: ObservableRow, suppressionId: string, entry: AuditEntry): Promise<boolean> {
    const held = sql`exists (select 1 from observables where id = ${row.id})`;
    const [, , removed] = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      this.#db
        .insert(suppressions)
        .select(
          sql`select ${suppressionId}, kind, value, normalized_value, 'deleted_by_analyst',
            first_seen_at, ${entry.created_at}, null, null from observables where id = ${row.id}`,
        )
        .onConflictDoUpdate({
          target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
          set: { last_seen_at: entry.created_at, restored_at: null, restored_by: null },
        }),
      this.#db.delete(observables).where(eq(observables.id, row.id)),
    ]);
    return changesOf(removed) === 1;
  }

  async findSuppression(id: string): Promise<Suppression | null> {
    const rows = await this.#db.select().from(suppressions).where(eq(suppressions.id, id));
    return (await this.#withSources(rows))[0] ?? null;
  }

  /** Last seen first; those that were restored only on demand. */
  async listSuppressions(
    page: Page & { limit: number },
    filter: Pick<ObservableFilter, "kind" | "q"> & {
      rule?: SuppressionRow["rule"] | undefined;
      restored: boolean;
    },
  ): Promise<Paged<Suppression>> {
    const wanted = and(
      filter.kind === undefined ? undefined : eq(suppressions.kind, filter.kind),
      filter.rule === undefined ? undefined : eq(suppressions.rule, filter.rule),
      filter.q === undefined ? undefined : containsValue(suppressions, filter.q),
      filter.restored ? sql`restored_at is not null` : sql`restored_at is null`,
    );
    const [items, totals] = await this.#db.batch([
      this.#db
        .select()
        .from(suppressions)
        .where(wanted)
        .orderBy(desc(suppressions.last_seen_at), desc(suppressions.id))
        .limit(page.limit)
        .offset(page.offset),
      this.#db.select({ n: count() }).from(suppressions).where(wanted),
    ]);
    return { items: await this.#withSources(items), total: totals[0]?.n ?? 0 };
  }

  /** Lets a suppressed value in: as an observable, now and whenever it is seen again. */
  async restore(
    row: SuppressionRow,
    observable: ObservableRow,
    actor: string,
    entry: AuditEntry,
  ): Promise<boolean> {
    const held = sql`exists (select 1 from suppressions where id = ${row.id} and restored_at is null)`;
    const [, , restored] = await this.#db.batch([
      recordEntry(this.#db, entry, held),
      this.#db.insert(observables).values(observable).onConflictDoNothing(),
      this.#db
        .update(suppressions)
        .set({ restored_at: entry.created_at, restored_by: actor })
        .where(and(eq(suppressions.id, row.id), sql`restored_at is null`)),
    ]);
    return changesOf(restored) === 1;
  }

  /** Each row with the reports and sessions that its value was seen in. */
  async #withSources<T extends Listed>(
    rows: readonly T[],
  ): Promise<(T & { report_ids: string[]; session_ids: string[] })[]> {
    if (rows.length === 0) return [];
    const values = JSON.stringify(rows.map((row) => [row.kind, row.normalized_value]));
    const found = await this.#db.all<{ place: number; type: string; id: string }>(sql`
      select v.key as place, s.source_type as type, s.source_id as id
      from json_each(${values}) v cross join ${observableSources} s
      on s.kind = v.value->>0 and s.normalized_value = v.value->>1
      order by s.source_id`);
    const byPlace = Map.groupBy(found, ({ place }) => place);
    return rows.map((row, place) => {
      const seen = byPlace.get(place) ?? [];
      const of = (type: string) => seen.filter((one) => one.type === type).map(({ id }) => id);
      return { ...row, report_ids: of("report"), session_ids: of("session") };
    });
  }
}

function matching({ kind, q, origin, source }: ObservableFilter) {
  return and(
    kind === undefined ? undefined : eq(observables.kind, kind),
    origin === undefined ? undefined : eq(observables.origin, origin),
    q === undefined ? undefined : containsValue(observables, q),
    source === undefined
      ? undefined
      : sql`exists (select 1 from observable_sources s where s.kind = ${observables.kind}
          and s.normalized_value = ${observables.normalized_value}
          and s.source_type = ${source.type} and s.source_id = ${source.id})`,
  );
}

function sameValue({ kind, normalized_value: value }: Listed) {
  return and(eq(suppressions.kind, kind), eq(suppressions.normalized_value, value));
}

/** Literal and in any case. */
function containsValue(table: typeof observables | typeof suppressions, q: string) {
  return sql`(instr(lower(${table.normalized_value}), ${q.toLowerCase()}) > 0
    or instr(${table.value}, ${q}) > 0)`;
}
