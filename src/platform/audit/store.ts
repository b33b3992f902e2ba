import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, max, or, sql } from "drizzle-orm";
import type { Page } from "../lib/page.ts";
import type { SQL, WorkspaceDb } from "../d1/databases.ts";
import { insertRows } from "../d1/insert-rows.ts";
import { readPage } from "../d1/read-page.ts";
import type { StoredEntry } from "./chain.ts";
import { audit, type AUDITED_OBJECTS, auditSeals } from "./tables.ts";

/** A row's position in the chain. */
export interface Seal {
  seq: number;
  prev_hash: string;
  hash: string;
  /** Null for seals from before there was a key. */
  mac: string | null;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: (typeof audit.$inferSelect)["action"] | undefined;
  object_type?: string | undefined;
  object_id?: string | undefined;
  /** ISO 8601, both inclusive. */
  since?: string | undefined;
  until?: string | undefined;
}

/** An entry shown with its object. */
export type ObjectEntry = Pick<
  typeof audit.$inferSelect,
  "id" | "actor" | "action" | "details" | "created_at"
>;

const ENTRY = {
  seq: audit.seq,
  id: audit.id,
  actor: audit.actor,
  action: audit.action,
  object_type: audit.object_type,
  object_id: audit.object_id,
  details: sql<string>`${audit.details}`.as("details_text"),
  created_at: audit.created_at,
  mac: audit.mac,
};

const EVENT = {
  seq: audit.seq,
  actor: audit.actor,
  action: audit.action,
  object_type: sql<(typeof AUDITED_OBJECTS)[number]>`${audit.object_type}`.as("object_type"),
  object_id: audit.object_id,
  at: audit.created_at,
};

const SEALED_ENTRY = {
  ...ENTRY,
  prev_hash: auditSeals.prev_hash,
  hash: auditSeals.hash,
  seal_mac: sql<string | null>`${auditSeals.mac}`.as("seal_mac"),
};

const SEAL = { table: auditSeals, on: eq(auditSeals.seq, audit.seq) };

type SealedEntry = Awaited<ReturnType<AuditStore["listMatchingAfter"]>>[number];

/** SQL for reading and sealing the trail. Its rows are written with the changes they record. */
export class AuditStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the last seal, or null. */
  async lastSeal(): Promise<Seal | null> {
    const rows = await this.#db.select().from(auditSeals).orderBy(desc(auditSeals.seq)).limit(1);
    return rows[0] ?? null;
  }

  async findSeal(seq: number): Promise<Seal | null> {
    const rows = await this.#db.select().from(auditSeals).where(eq(auditSeals.seq, seq));
    return rows[0] ?? null;
  }

  /** Returns rows after a position, in order. */
  async listAfter(seq: number, limit: number): Promise<StoredEntry[]> {
    return await this.#db
      .select(ENTRY)
      .from(audit)
      .where(gt(audit.seq, seq))
      .orderBy(asc(audit.seq))
      .limit(limit);
  }

  /** Returns rows of some actions after a position, in order. */
  async listActionsAfter(
    seq: number,
    actions: readonly (typeof audit.$inferSelect)["action"][],
    limit: number,
  ): Promise<StoredEntry[]> {
    return await this.#db
      .select(ENTRY)
      .from(audit)
      .where(and(gt(audit.seq, seq), inArray(audit.action, [...actions])))
      .orderBy(asc(audit.seq))
      .limit(limit);
  }

  /** Returns the position of the last entry, or 0. */
  async lastSeq(): Promise<number> {
    const rows = await this.#db.select({ seq: max(audit.seq) }).from(audit);
    return rows[0]?.seq ?? 0;
  }

  /** Returns actions and objects after a position, in order, without the details. */
  async listEventsAfter(seq: number, limit: number) {
    return await this.#db
      .select(EVENT)
      .from(audit)
      .where(gt(audit.seq, seq))
      .orderBy(asc(audit.seq))
      .limit(limit);
  }

  /** Returns seals after a position, in order. */
  async listSealsAfter(seq: number, limit: number): Promise<Seal[]> {
    return await this.#db
      .select()
      .from(auditSeals)
      .where(gt(auditSeals.seq, seq))
      .orderBy(asc(auditSeals.seq))
      .limit(limit);
  }

  /** Adds seals. Those that another run has added are identical and stay. */
  async addSeals(seals: readonly Seal[]): Promise<void> {
    await this.#db.unrecordedBatch("trail", (write) =>
      insertRows(write, auditSeals, seals, sql`true`).map((insert) => insert.onConflictDoNothing()),
    );
  }

  /** Returns the last row from before there was a key, or 0. */
  async lastUnkeyed(): Promise<number> {
    const rows = await this.#db
      .select({ seq: max(audit.seq) })
      .from(audit)
      .where(isNull(audit.mac));
    return rows[0]?.seq ?? 0;
  }

  /** Returns the condition that no change to this key is recorded since a row. */
  isNewKey(key: string, since: number): SQL {
    return sql`not exists ${this.selectKeyChange(key, since)}`;
  }

  /** Selects the row that records a change to this key since a row. */
  selectKeyChange(key: string, since: number) {
    const isSame = and(
      eq(audit.action, "audit.key_change"),
      eq(audit.object_id, key),
      gte(audit.seq, since),
    );
    return this.#db.select({ seq: audit.seq }).from(audit).where(isSame);
  }

  /**
   * Returns the latest changes of an object, oldest first, up to `limit`. It includes changes of several objects, whose
   * entries are about another object type and name them in a list of their details.
   */
  async listActsOn(
    { type, id }: { type: string; id: string },
    among: { type: string; list: string },
    limit: number,
  ): Promise<Omit<ObjectEntry, "id">[]> {
    const { actor, action, details, created_at } = audit;
    const isNamed = sql`exists (select 1 from json_each(${details}, ${`$.${among.list}`}) one
      where one.value = ${id})`;
    const rows = await this.#db
      .select({ actor, action, details, created_at })
      .from(audit)
      .where(
        or(
          and(eq(audit.object_type, type), eq(audit.object_id, id)),
          and(eq(audit.object_type, among.type), isNamed),
        ),
      )
      .orderBy(desc(audit.seq))
      .limit(limit);
    return rows.toReversed();
  }

  /** Returns the entries of several objects of one type by object id, oldest first. */
  async listOfObjects(
    type: (typeof audit.$inferSelect)["object_type"],
    ids: readonly string[],
  ): Promise<Map<string, ObjectEntry[]>> {
    const rows = await this.#db
      .select({
        object_id: audit.object_id,
        id: audit.id,
        actor: audit.actor,
        action: audit.action,
        details: audit.details,
        created_at: audit.created_at,
      })
      .from(audit)
      .where(
        and(
          eq(audit.object_type, type),
          sql`${audit.object_id} in (select value from json_each(${JSON.stringify(ids)}))`,
        ),
      )
      .orderBy(asc(audit.seq));
    const byObject = new Map<string, ObjectEntry[]>();
    for (const { object_id: id, ...entry } of rows) {
      byObject.set(id, [...(byObject.get(id) ?? []), entry]);
    }
    return byObject;
  }

  /** Lists rows, newest first. */
  async list(page: Page & { limit: number }, filter: AuditFilter) {
    return await readPage<typeof audit, SealedEntry>(this.#db, audit, {
      where: matching(filter),
      orderBy: [desc(audit.seq)],
      page,
      columns: SEALED_ENTRY,
      join: SEAL,
    });
  }

  /** Returns matching rows after a position, in order: one step of a walk through the trail. */
  async listMatchingAfter(seq: number, limit: number, filter: AuditFilter) {
    return await this.#db
      .select(SEALED_ENTRY)
      .from(audit)
      .leftJoin(SEAL.table, SEAL.on)
      .where(and(matching(filter), gt(audit.seq, seq)))
      .orderBy(asc(audit.seq))
      .limit(limit);
  }
}

function matching({ actor, action, object_type: type, object_id: id, since, until }: AuditFilter) {
  return and(
    actor === undefined ? undefined : eq(audit.actor, actor),
    action === undefined ? undefined : eq(audit.action, action),
    type === undefined ? undefined : eq(audit.object_type, type),
    id === undefined ? undefined : eq(audit.object_id, id),
    since === undefined ? undefined : gte(audit.created_at, since),
    until === undefined ? undefined : lte(audit.created_at, until),
  );
}
