import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import { totalOf, totalOfStatus } from "../../platform/quotas/store.ts";
import { found, isSearch, matching, type ObservableFilter, type Way } from "./filter-store.ts";
import { hasValue } from "./value-conditions-store.ts";
import {
  listMentionedIds,
  listRolesIn,
  listShared,
  type MentionedIn,
  type SharedValue,
  withMentions,
} from "./mention-store.ts";
import { type ObservableOrder, orderOf } from "./sort-store.ts";
import { observables } from "./tables.ts";
import { expiresAt } from "./expiry.ts";
import { addressKeyOf, searchKeyOf } from "./search-keys.ts";
import type { Match, ObservableRole, ObservableSource } from "./vocabulary.ts";

type Keys = "search_key" | "address_key";
export type ObservableRow = Omit<typeof observables.$inferSelect, Keys>;

/** Maximum number of rows that sort in negligible time. */
const SORTED = 10_000;

/** The fields of an observable in a plain list. */
export type PlainObservable = Pick<ObservableRow, "id" | "kind" | "value" | "normalized_value">;

/** An observable and where it was seen. */
export type Observable = ObservableRow & MentionedIn;

/** An observable to add. Without times, it is seen now. */
export type AddedObservable = Omit<
  ObservableRow,
  "first_seen_at" | "last_seen_at" | "created_at" | "expires_at"
> &
  Partial<Pick<ObservableRow, "first_seen_at" | "last_seen_at">>;

/** The columns that are returned. The keys are only for searching. */
const { search_key: _search, address_key: _address, ...COLUMNS } = getTableColumns(observables);

/** Counts all observables that match a filter. */
const countOf = (filter: ObservableFilter, now: string) =>
  sql`(select count(*) from observables where ${matching(filter, now, "search")})`;

/** What an analyst decides about an observable. */
type Decision = Pick<ObservableRow, "tags" | "role" | "confidence" | "expires_at" | "decided_by">;

const isOneOf = (ids: readonly string[]) =>
  sql`${observables.id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** SQL for observables. */
export class ObservableStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(id: string): Promise<Observable | null> {
    const rows = await this.#db.select(COLUMNS).from(observables).where(eq(observables.id, id));
    return (await withMentions(this.#db, rows))[0] ?? null;
  }

  /** Returns the kinds and values of those observables that exist, regardless of their origin. */
  async listValues(
    ids: readonly string[],
  ): Promise<Pick<Observable, "id" | "kind" | "normalized_value">[]> {
    const { id, kind, normalized_value } = observables;
    return await this.#db
      .select({ id, kind, normalized_value })
      .from(observables)
      .where(isOneOf(ids));
  }

  /** Returns those of many observables that exist. */
  async findAll(ids: readonly string[]): Promise<Observable[]> {
    const rows = await this.#db.select(COLUMNS).from(observables).where(isOneOf(ids));
    return await withMentions(this.#db, rows);
  }

  /** Returns the reports and sessions that mention each value, including suppressed ones. */
  async listMentions(
    values: readonly Pick<ObservableRow, "kind" | "normalized_value">[],
  ): Promise<MentionedIn[]> {
    return await withMentions(this.#db, values);
  }

  async findByValue(value: Omit<Match, "value">): Promise<Observable | null> {
    const rows = await this.#db
      .select(COLUMNS)
      .from(observables)
      .where(hasValue(observables, value));
    return (await withMentions(this.#db, rows))[0] ?? null;
  }

  /** Returns the IDs of the observables that each of these reports or sessions mentions. */
  async listIdsBySource(
    type: ObservableSource,
    sourceIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    return await listMentionedIds(this.#db, type, sourceIds);
  }

  /** Returns the roles of the values that a report or session mentions, by value key. */
  async listRolesIn(source: {
    type: ObservableSource;
    id: string;
  }): Promise<Map<string, ObservableRole>> {
    return await listRolesIn(this.#db, source);
  }

  /** Lists the observables that two or more sessions mention, those in most sessions first. */
  async listShared(
    sessionIds: readonly string[],
    limit: number,
  ): Promise<{ items: SharedValue[]; total: number }> {
    return await listShared(this.#db, sessionIds, limit);
  }

  /**
   * Lists observables, the last seen first unless sorted, and the last expired first among expired ones. A small
   * index result is sorted, which is cheap. If the result is large and scattered, reading backwards in time finds
   * the newest quickly.
   */
  async list(
    page: Page & { limit: number },
    filter: ObservableFilter,
    now: string,
    sorted?: ObservableOrder,
  ): Promise<Paged<Observable>> {
    const { last_seen_at: seen, expires_at: end, id } = observables;
    const way = await this.#wayOf(filter);
    const where = matching(filter, now, way);
    const byTime = filter.active === false ? end : seen;
    const { items, total } = await readPage<typeof observables, ObservableRow>(
      this.#db,
      observables,
      {
        where,
        orderBy:
          sorted === undefined
            ? [way === "search" ? sql`+${seen} desc` : desc(byTime), desc(id)]
            : orderOf(sorted),
        page,
        columns: COLUMNS,
        total: totalIn(filter, now) ?? countOf(filter, now),
      },
    );
    return { items: await withMentions(this.#db, items), total };
  }

  /** Chooses to sort if a search finds few rows. */
  async #wayOf(filter: ObservableFilter): Promise<Way> {
    const { q, sources = [] } = filter;
    if (q === undefined || sources.length > 0) return isSearch(filter) ? "search" : "time";
    const [counted] = await this.#db
      .select({ n: sql<number>`count(*)` })
      .from(sql`(select 1 from observables where ${found(q)} limit ${SORTED + 1})`);
    return (counted?.n ?? 0) <= SORTED ? "search" : "time";
  }

  /**
   * Returns the next observables of a walk through all of them by ID, without mentions. Each row is read once,
   * regardless of the number of steps.
   * @param after the ID the walk has reached, or null at its start
   */
  async listAfter(
    after: string | null,
    limit: number,
    filter: ObservableFilter,
    now: string,
  ): Promise<ObservableRow[]> {
    const { where, order } = stepAfter(after, filter, now);
    return await this.#db
      .select(COLUMNS)
      .from(observables)
      .where(where)
      .orderBy(order)
      .limit(limit);
  }

  /** Does the same with only the fields of plain lists, in a fraction of the memory. */
  async listValuesAfter(
    after: string | null,
    limit: number,
    filter: ObservableFilter,
    now: string,
  ): Promise<PlainObservable[]> {
    const { id, kind, value, normalized_value } = COLUMNS;
    const { where, order } = stepAfter(after, filter, now);
    return await this.#db
      .select({ id, kind, value, normalized_value })
      .from(observables)
      .where(where)
      .orderBy(order)
      .limit(limit);
  }

  /** Adds the reports and sessions that mention each observable. */
  async addMentions(rows: readonly ObservableRow[]): Promise<Observable[]> {
    return await withMentions(this.#db, rows);
  }

  /** Returns the condition that an observable exists. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from observables where ${eq(observables.id, id)})`;
  }

  /** Returns the condition that no observable has this value. */
  isUnknown(value: Omit<Match, "value">): SQL {
    return sql`not exists (select 1 from observables where ${hasValue(observables, value)})`;
  }

  /** Adds an observable, unless one has its value. */
  create(added: AddedObservable): Part {
    return (write, held, now) => [
      insertRow(
        write,
        observables,
        {
          first_seen_at: now,
          last_seen_at: now,
          created_at: now,
          ...added,
          expires_at: expiresAt(added.kind, added.last_seen_at ?? now),
          search_key: searchKeyOf(added),
          address_key: addressKeyOf(added),
        },
        held,
      ).onConflictDoNothing(),
    ];
  }

  /** Changes an analyst's decision about an observable. */
  change(
    id: string,
    change: Partial<
      Pick<ObservableRow, "tags" | "role" | "confidence" | "confirmed_by" | "decided_by">
    >,
  ): Part {
    return (write, held) => [
      write
        .update(observables)
        .set(change)
        .where(and(eq(observables.id, id), held)),
    ];
  }

  /** Returns the condition that observables are unchanged since they were read, so no concurrent change is lost. */
  areAs(read: readonly (Pick<ObservableRow, "id"> & Decision)[]): SQL {
    const json = JSON.stringify(
      read.map(({ id, tags, role, confidence, expires_at, decided_by }) => {
        return { id, tags, role, confidence, expires_at, decided_by };
      }),
    );
    return sql`(select count(*) from json_each(${json}) r
      cross join observables o on o.id = r.value->>'$.id'
      where json(o.tags) = json(r.value->'$.tags') and o.role = r.value->>'$.role'
        and o.confidence = r.value->>'$.confidence' and o.expires_at is r.value->>'$.expires_at'
        and o.decided_by is r.value->>'$.decided_by') = ${read.length}`;
  }

  /** Changes decisions about many observables. */
  changeMany(changes: readonly (Pick<ObservableRow, "id"> & Decision)[], by: string): Part {
    const json = JSON.stringify(changes);
    const of = (path: string) => sql`(select ${sql.raw(path)} from json_each(${json}) c
      where c.value->>'$.id' = ${observables.id})`;
    return (write, held) => [
      write
        .update(observables)
        .set({
          tags: of("json(c.value->'$.tags')"),
          role: of("c.value->>'$.role'"),
          confidence: of("c.value->>'$.confidence'"),
          expires_at: of("c.value->>'$.expires_at'"),
          decided_by: of("c.value->>'$.decided_by'"),
          confirmed_by: by,
        })
        .where(and(isOneOf(changes.map(({ id }) => id)), held)),
    ];
  }

  /** Deletes many observables but retains their mentions. */
  removeMany(ids: readonly string[]): Part {
    return (write, held) => [write.delete(observables).where(and(isOneOf(ids), held))];
  }

  /** Deletes an observable but retains its mentions. */
  remove(id: string): Part {
    return (write, held) => [write.delete(observables).where(and(eq(observables.id, id), held))];
  }
}

/** Returns the condition and order of one step of a walk through all observables. */
function stepAfter(after: string | null, filter: ObservableFilter, now: string) {
  const way = isSearch(filter) ? "search" : "walk";
  const beyond = after === null ? undefined : sql`${observables.id} > ${after}`;
  return {
    where: and(matching(filter, now, way), beyond),
    order: way === "search" ? sql`+${observables.id}` : asc(observables.id),
  };
}

/**
 * Returns SQL for the number of observables of the filtered kinds, or of all. Returns null if the filter has other
 * conditions.
 */
function totalIn({ kind: kinds, ...others }: ObservableFilter, now: string): SQL | null {
  if (matching(others, now, "time") !== undefined) return null;
  if (kinds === undefined) return totalOf("observables");
  const totals = [...new Set(kinds)].map((kind) => totalOfStatus("observables", kind));
  return sql.join(totals, sql` + `);
}
