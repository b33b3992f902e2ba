import { and, asc, eq, sql } from "drizzle-orm";
import type { KnowledgeDb } from "../../platform/d1/databases.ts";
import type { IndexedSoftware } from "./release-index.ts";
import { software, techniques, uses } from "./tables.ts";

/** SQL for the malware and tools of releases. */
export class SoftwareStore {
  readonly #db: KnowledgeDb;

  constructor(db: KnowledgeDb) {
    this.#db = db;
  }

  /**
   * Returns the active malware and tools of a release with their techniques, in the form of its index: for indexes
   * stored without them.
   */
  async list(releaseId: number): Promise<IndexedSoftware[]> {
    const { attack_id, stix_id, name, type, aliases } = software;
    const [known, pairs] = await this.#db.batch([
      this.#db
        .select({ attack_id, stix_id, name, type, aliases })
        .from(software)
        .where(and(eq(software.release_id, releaseId), eq(software.state, "active")))
        .orderBy(asc(attack_id), asc(stix_id)),
      this.#db
        .select({ source: uses.source_id, target: uses.target_id })
        .from(uses)
        .where(and(eq(uses.release_id, releaseId), isTechnique(releaseId)))
        .orderBy(asc(uses.source_id), asc(uses.target_id)),
    ]);
    const bySource = Map.groupBy(pairs, ({ source }) => source);
    return known.map((one) => ({
      ...one,
      techniques: (bySource.get(one.attack_id) ?? []).map(({ target }) => target),
    }));
  }

  /** Lists active malware and tools by name, only those that a group uses itself if one is given. */
  async listActive(
    releaseId: number,
    groupId: string | undefined,
  ): Promise<(typeof software.$inferSelect)[]> {
    const ofGroup = sql`exists (select 1 from uses u where u.release_id = ${releaseId}
      and u.source_id = ${groupId} and u.target_id = ${software.attack_id})`;
    return await this.#db
      .select()
      .from(software)
      .where(
        and(
          eq(software.release_id, releaseId),
          eq(software.state, "active"),
          groupId === undefined ? undefined : ofGroup,
        ),
      )
      .orderBy(sql`${software.name} collate nocase`, asc(software.attack_id));
  }
}

/** Returns the condition that a `uses` row ends at an active technique. */
function isTechnique(releaseId: number) {
  return sql`exists (select 1 from ${techniques} t where t.release_id = ${releaseId}
    and t.attack_id = ${uses.target_id} and t.state = 'active')`;
}
