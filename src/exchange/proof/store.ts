import { and, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { proofLinks } from "./tables.ts";

export type ProofLinkRow = typeof proofLinks.$inferSelect;

/** SQL for links to proof pages. */
export class ProofLinkStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a link. */
  create(link: ProofLinkRow): Part {
    return (write, held) => [insertRow(write, proofLinks, link, held)];
  }

  /** Deletes a link, which immediately stops working. */
  remove(id: string): Part {
    return (write, held) => [write.delete(proofLinks).where(and(eq(proofLinks.id, id), held))];
  }

  async find(id: string): Promise<ProofLinkRow | null> {
    return (await this.#db.select().from(proofLinks).where(eq(proofLinks.id, id)))[0] ?? null;
  }

  async findByHash(hash: string): Promise<ProofLinkRow | null> {
    return (await this.#db.select().from(proofLinks).where(eq(proofLinks.hash, hash)))[0] ?? null;
  }

  /** Returns the links of a session, newest first. */
  async list(page: Page, sessionId: string): Promise<Paged<ProofLinkRow>> {
    return await readPage(this.#db, proofLinks, {
      where: eq(proofLinks.session_id, sessionId),
      orderBy: [desc(proofLinks.created_at), desc(proofLinks.id)],
      page,
    });
  }

  /** Builds the condition that a session has fewer links than a limit. */
  hasFewerThan(sessionId: string, most: number): SQL {
    const own = this.#db
      .select({ n: count() })
      .from(proofLinks)
      .where(eq(proofLinks.session_id, sessionId));
    return sql`(${own}) < ${most}`;
  }

  isThere(id: string): SQL {
    return sql`exists (select 1 from proof_links where id = ${id})`;
  }

  /** Removes links that expired before a given time. */
  async removeExpired(before: string): Promise<void> {
    await this.#db.unrecorded("expiry", (write) =>
      write.delete(proofLinks).where(lt(proofLinks.expires_at, before)),
    );
  }
}
