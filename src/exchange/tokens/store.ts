import { and, count, desc, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { apiTokens } from "./tables.ts";

export type TokenRow = typeof apiTokens.$inferSelect;

/** SQL for API tokens. */
export class TokenStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a token. */
  create(token: TokenRow): Part {
    return (write, held) => [insertRow(write, apiTokens, token, held)];
  }

  /** Deletes a token, which immediately stops working. */
  remove(id: string): Part {
    return (write, held) => [write.delete(apiTokens).where(and(eq(apiTokens.id, id), held))];
  }

  async find(id: string): Promise<TokenRow | null> {
    return (await this.#db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0] ?? null;
  }

  async findByHash(hash: string): Promise<TokenRow | null> {
    return (await this.#db.select().from(apiTokens).where(eq(apiTokens.hash, hash)))[0] ?? null;
  }

  /** Returns tokens, optionally of one user, newest first. */
  async list(page: Page, owner: string | undefined): Promise<Paged<TokenRow>> {
    return await readPage(this.#db, apiTokens, {
      where: owner === undefined ? undefined : eq(apiTokens.owner, owner),
      orderBy: [desc(apiTokens.created_at), desc(apiTokens.id)],
      page,
    });
  }

  /** Builds the condition that a user has fewer tokens than a limit. */
  hasFewerThan(owner: string, most: number): SQL {
    const owned = this.#db.select({ n: count() }).from(apiTokens).where(eq(apiTokens.owner, owner));
    return sql`(${owned}) < ${most}`;
  }

  isThere(id: string): SQL {
    return sql`exists (select 1 from api_tokens where id = ${id})`;
  }

  /** Stores the use of a token, unless one was stored since a given time. */
  async noteUse(id: string, at: string, since: string): Promise<void> {
    const { last_used_at: last } = apiTokens;
    await this.#db.unrecorded("count", (write) =>
      write
        .update(apiTokens)
        .set({ last_used_at: at })
        .where(and(eq(apiTokens.id, id), or(isNull(last), lt(last, since)))),
    );
  }

  /** Removes tokens that expired before a given time. */
  async removeExpired(before: string): Promise<void> {
    await this.#db.unrecorded("expiry", (write) =>
      write.delete(apiTokens).where(lt(apiTokens.expires_at, before)),
    );
  }
}
