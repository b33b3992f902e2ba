import { asc, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertFrom, insertRows } from "../../../platform/d1/insert-rows.ts";
import { webhookEvents, webhookReleases } from "../tables.ts";

export type OutboxEvent = typeof webhookEvents.$inferSelect;

/** A published release, as named in an event. */
export interface PublishedRelease {
  key: string;
  facts: Record<string, unknown>;
  /** Time of publication. */
  at: string;
}

/** SQL for events that are not yet deliveries. */
export class OutboxStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns the oldest events. */
  async listOldest(limit: number): Promise<OutboxEvent[]> {
    return await this.#db.select().from(webhookEvents).orderBy(asc(webhookEvents.seq)).limit(limit);
  }

  /** Builds the condition that all events of a JSON list still exist, so nobody else has created their deliveries. */
  areThere(ids: SQL): SQL {
    return sql`not exists (select 1 from json_each(${ids}) e
      where e.value not in (select id from webhook_events))`;
  }

  /** Removes the events of those groups that are complete. */
  remove(groups: readonly (readonly string[])[]): Part {
    const whole = sql`select e.value from json_each(${JSON.stringify(groups)}) g, json_each(g.value) e
      where ${this.areThere(sql`g.value`)}`;
    return (write, held) => [
      write.delete(webhookEvents).where(sql`${held} and ${webhookEvents.id} in (${whole})`),
    ];
  }

  /** Stores releases, with an event for each one published while there was a subscriber. */
  async noteReleases(releases: readonly PublishedRelease[]): Promise<void> {
    const published = sql`json_each(${JSON.stringify(releases)}) r`;
    const isNews = sql`r.value ->> '$.key' not in (select key from webhook_releases)
      and exists (select 1 from webhooks w, json_each(w.event_types) t where w.enabled = 1
        and t.value = 'release.published' and w.created_at < r.value ->> '$.at')`;
    const values = {
      seq: sql`null`,
      id: sql`lower(hex(randomblob(16)))`,
      type: sql`'release.published'`,
      object_id: sql`r.value ->> '$.key'`,
      facts: sql`r.value -> '$.facts'`,
      at: sql`r.value ->> '$.at'`,
    };
    await this.#db.unrecordedBatch("work", (write) => [
      insertFrom(write, webhookEvents, values, published, isNews),
      ...insertRows(
        write,
        webhookReleases,
        releases.map(({ key }) => ({ key })),
        sql`true`,
      ).map((insert) => insert.onConflictDoNothing()),
    ]);
  }
}
