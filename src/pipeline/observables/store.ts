import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import { totalOf } from "../../platform/quotas/store.ts";
import { containsValue, hasValue } from "./value-conditions-store.ts";
import { listMentionedIds, type MentionedIn, withMentions } from "./mention-store.ts";
import { observables } from "./tables.ts";
import type { Match, ObservableKind, ObservableSource } from "./vocabulary.ts";

export type ObservableRow = typeof observables.$inferSelect;

/** An observable and where it was seen. */
export type Observable = ObservableRow & MentionedIn;

/** An observable to be added; without times it is seen now. */
export type AddedObservable = Omit<ObservableRow, "first_seen_at" | "last_seen_at"> &
  Partial<Pick<ObservableRow, "first_seen_at" | "last_seen_at">>;

export interface ObservableFilter {
  kind?: ObservableKind | undefined;
  q?: string | undefined;
  origin?: ObservableRow["origin"] | undefined;
  /** Only those that this report or session mentions. */
  source?: { type: ObservableSource; id: string } | undefined;
}

/** SQL for observables. */
export class ObservableStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  async find(id: string): Promise<Observable | null> {
    const rows = await this.#db.select().from(observables).where(eq(observables.id, id));
    return (await withMentions(this.#db, rows))[0] ?? null;
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

  async findByValue(value: Omit<Match, "value">): Promise<Observable | null> {
    const rows = await this.#db.select().from(observables).where(hasValue(observables, value));
    return (await withMentions(this.#db, rows))[0] ?? null;
  }

  /** Ids of the observables that each of these reports or sessions mentions. */
  async listIdsBySource(
    type: ObservableSource,
    sourceIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    return await listMentionedIds(this.#db, type, sourceIds);
  }

  /** Last seen first. */
  async list(page: Page & { limit: number }, filter: ObservableFilter): Promise<Paged<Observable>> {
    const wanted = matching(filter);
    const { items, total } = await readPage(this.#db, observables, {
      where: wanted,
      orderBy: [desc(observables.last_seen_at), desc(observables.id)],
      page,
      total: wanted === undefined ? totalOf("observables") : undefined,
    });
    return { items: await withMentions(this.#db, items), total };
  }

  /**
   * The next observables of a walk through all of them, by id.
   * @param after the id that the walk has come to, or null at its start
   */
  async listAfter(
    after: string | null,
    limit: number,
    filter: ObservableFilter,
  ): Promise<Observable[]> {
    const beyond = after === null ? undefined : sql`${observables.id} > ${after}`;
    const rows = await this.#db
      .select()
      .from(observables)
      .where(and(matching(filter), beyond))
      .orderBy(asc(observables.id))
      .limit(limit);
    return await withMentions(this.#db, rows);
  }

  /** That an observable is there. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from observables where ${eq(observables.id, id)})`;
  }

  /** That no observable has this value. */
  isUnknown(value: Omit<Match, "value">): SQL {
    return sql`not exists (select 1 from observables where ${hasValue(observables, value)})`;
  }

  /** Adds an observable, unless one has its value. */
  create(added: AddedObservable): Part {
    return (write, held, now) => [
      insertRow(
        write,
        observables,
        { first_seen_at: now, last_seen_at: now, ...added },
        held,
      ).onConflictDoNothing(),
    ];
  }

  /** Changes what analysts say of an observable. */
  change(
    id: string,
    change: Partial<Pick<ObservableRow, "tags" | "confidence" | "confirmed_by">>,
  ): Part {
    return (write, held) => [
      write
        .update(observables)
        .set(change)
        .where(and(eq(observables.id, id), held)),
    ];
  }

  /** Deletes an observable; its mentions stay. */
  remove(id: string): Part {
    return (write, held) => [write.delete(observables).where(and(eq(observables.id, id), held))];
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
