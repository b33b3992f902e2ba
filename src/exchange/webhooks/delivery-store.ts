import { and, desc, eq, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRows } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { webhookDeliveries as deliveries } from "./tables.ts";

export type Delivery = typeof deliveries.$inferSelect;

/** Number of a webhook's deliveries in one state. */
export interface DeliveryCount {
  webhook_id: string;
  state: Delivery["state"];
  n: number;
}

/** SQL for deliveries. */
export class DeliveryStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds deliveries, each if `where` is true for its JSON `value`. */
  add(rows: readonly Delivery[], where: SQL = sql`true`): Part {
    return (write, held) =>
      insertRows(write, deliveries, rows, sql`${held} and ${where}`).map((insert) =>
        insert.onConflictDoNothing(),
      );
  }

  /** Builds the condition that a delivery exists, optionally in one of the given states. */
  isThere(id: SQL, states?: readonly Delivery["state"][]): SQL {
    const state = states === undefined ? undefined : inArray(deliveries.state, states);
    return sql`exists (select 1 from webhook_deliveries
      where ${and(sql`${deliveries.id} = ${id}`, state)})`;
  }

  /** Requeues finished deliveries with all attempts. */
  renew(ids: readonly string[]): Part {
    return (write, held, now) => [
      write
        .update(deliveries)
        .set({ state: "pending", attempts: 0, next_attempt_at: now })
        .where(and(isAmong(ids), ne(deliveries.state, "pending"), held)),
    ];
  }

  async find(id: string): Promise<Delivery | null> {
    return (await this.#db.select().from(deliveries).where(eq(deliveries.id, id)))[0] ?? null;
  }

  /** Returns the deliveries of a webhook, newest first. */
  async list(
    webhookId: string,
    state: Delivery["state"] | undefined,
    page: Page,
  ): Promise<Paged<Delivery>> {
    return await readPage(this.#db, deliveries, {
      where: and(
        eq(deliveries.webhook_id, webhookId),
        state === undefined ? undefined : eq(deliveries.state, state),
      ),
      orderBy: [desc(deliveries.created_at), desc(deliveries.id)],
      page,
    });
  }

  /** Returns the ids of a webhook's latest dead deliveries. */
  async listDead(webhookId: string, limit: number): Promise<string[]> {
    const rows = await this.#db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.webhook_id, webhookId), eq(deliveries.state, "dead")))
      .orderBy(desc(deliveries.created_at))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Returns the last attempted delivery of each webhook. */
  async listLast(webhookIds: readonly string[]): Promise<Delivery[]> {
    const latest = sql`(select d.id from webhook_deliveries d
      where d.webhook_id = w.value and d.last_attempt_at is not null
      order by d.last_attempt_at desc limit 1)`;
    return await this.#db
      .select()
      .from(deliveries)
      .where(
        sql`${deliveries.id} in (select ${latest} from json_each(${JSON.stringify(webhookIds)}) w)`,
      );
  }

  async countByState(webhookIds: readonly string[]): Promise<DeliveryCount[]> {
    return await this.#db
      .select({
        webhook_id: deliveries.webhook_id,
        state: deliveries.state,
        n: sql<number>`count(*)`,
      })
      .from(deliveries)
      .where(
        sql`${deliveries.webhook_id} in (select value from json_each(${JSON.stringify(webhookIds)}))`,
      )
      .groupBy(deliveries.webhook_id, deliveries.state);
  }

  /** Stores the result of an attempt of a pending delivery. */
  async note(id: string, change: Partial<Delivery>): Promise<void> {
    await this.#db.unrecorded("work", (write) =>
      write
        .update(deliveries)
        .set(change)
        .where(and(eq(deliveries.id, id), eq(deliveries.state, "pending"))),
    );
  }

  /** Removes finished deliveries from before a given time, and all but the latest of each webhook. */
  async removeEnded(before: string, mostOfEach: number): Promise<void> {
    const hasEnded = ne(deliveries.state, "pending");
    const surplus = sql`${deliveries.id} in (select id from (
      select id, row_number() over (partition by webhook_id order by created_at desc, id desc) as place
      from webhook_deliveries where state <> 'pending') where place > ${mostOfEach})`;
    await this.#db.unrecordedBatch("expiry", (write) => [
      write.delete(deliveries).where(and(hasEnded, lt(deliveries.created_at, before))),
      write.delete(deliveries).where(surplus),
    ]);
  }
}

function isAmong(ids: readonly string[]): SQL {
  return sql`${deliveries.id} in (select value from json_each(${JSON.stringify(ids)}))`;
}
