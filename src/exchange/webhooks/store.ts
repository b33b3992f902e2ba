import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { webhooks } from "./tables.ts";

export type Webhook = typeof webhooks.$inferSelect;

/** SQL for webhooks. */
export class WebhookStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a webhook. */
  create(webhook: Webhook): Part {
    return (write, held) => [insertRow(write, webhooks, webhook, held)];
  }

  /** Changes a webhook. */
  change(id: string, change: Partial<Webhook>): Part {
    return (write, held, now) => [
      write
        .update(webhooks)
        .set({ ...change, updated_at: now })
        .where(and(eq(webhooks.id, id), held)),
    ];
  }

  /** Deletes a webhook with its deliveries. */
  remove(id: string): Part {
    return (write, held) => [write.delete(webhooks).where(and(eq(webhooks.id, id), held))];
  }

  async find(id: string): Promise<Webhook | null> {
    return (await this.#db.select().from(webhooks).where(eq(webhooks.id, id)))[0] ?? null;
  }

  /** Returns webhooks, sorted by name. */
  async list(page: Page): Promise<Paged<Webhook>> {
    return await readPage(this.#db, webhooks, {
      where: undefined,
      orderBy: [asc(webhooks.name), asc(webhooks.id)],
      page,
    });
  }

  async listEnabled(): Promise<Webhook[]> {
    return await this.#db.select().from(webhooks).where(eq(webhooks.enabled, true));
  }

  hasFewerThan(most: number): SQL {
    return sql`(${this.#db.select({ n: count() }).from(webhooks)}) < ${most}`;
  }

  /** Builds the condition that a webhook exists and, if required, is enabled. */
  isThere(id: string, isEnabled?: true): SQL {
    const enabled = isEnabled === undefined ? undefined : eq(webhooks.enabled, isEnabled);
    return sql`exists (select 1 from webhooks where ${and(eq(webhooks.id, id), enabled)})`;
  }

  /** Stores since when no attempt succeeded; null after a success. */
  async noteFailing(id: string, since: string | null): Promise<void> {
    await this.#db.unrecorded("work", (write) =>
      write.update(webhooks).set({ failing_since: since }).where(eq(webhooks.id, id)),
    );
  }

  /** Replaces the encrypted data, unless it changed in the meantime. */
  async reseal(id: string, from: string, to: string): Promise<void> {
    await this.#db.unrecorded("derived", (write) =>
      write
        .update(webhooks)
        .set({ sealed: to })
        .where(and(eq(webhooks.id, id), eq(webhooks.sealed, from))),
    );
  }
}
