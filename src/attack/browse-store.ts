import { and, asc, eq, sql } from "drizzle-orm";
import type { KnowledgeDb } from "../lib/d1.ts";
import { foldText } from "../lib/text.ts";
import { attributions, campaigns, groups, software, techniques, uses } from "./tables.ts";

export type GroupObject = typeof groups.$inferSelect;

/** SQL that reads one release's objects for browsing. */
export class BrowseStore {
  readonly #db: KnowledgeDb;

  constructor(db: KnowledgeDb) {
    this.#db = db;
  }

  /** Active groups by name; `search` is literal and ignores case in any script. */
  async listGroups(releaseId: number, search: string | undefined): Promise<GroupObject[]> {
    const wanted = search === undefined ? "" : foldText(search);
    return await this.#db
      .select()
      .from(groups)
      .where(
        and(
          eq(groups.release_id, releaseId),
          eq(groups.state, "active"),
          wanted === "" ? undefined : sql`instr(${groups.search_text}, ${wanted}) > 0`,
        ),
      )
      .orderBy(sql`${groups.name} collate nocase`, asc(groups.attack_id));
  }

  /** A group in whatever state; an active one before a former one of the same id. */
  async findGroup(releaseId: number, attackId: string): Promise<GroupObject | null> {
    const rows = await this.#db
      .select()
      .from(groups)
      .where(and(eq(groups.release_id, releaseId), eq(groups.attack_id, attackId)))
      .orderBy(sql`${groups.state} = 'active' desc`)
      .limit(1);
    return rows[0] ?? null;
  }

  /** The active techniques that a source uses, by id, with the text of the relationship. */
  async listUsedTechniques(releaseId: number, sourceId: string) {
    return await this.#db
      .select({
        attack_id: techniques.attack_id,
        name: techniques.name,
        tactics: techniques.tactics,
        platforms: techniques.platforms,
        is_subtechnique: techniques.is_subtechnique,
        use: uses.description,
      })
      .from(uses)
      .innerJoin(
        techniques,
        and(
          eq(techniques.release_id, uses.release_id),
          eq(techniques.attack_id, uses.target_id),
          eq(techniques.state, "active"),
        ),
      )
      .where(and(eq(uses.release_id, releaseId), eq(uses.source_id, sourceId)))
      .orderBy(asc(techniques.attack_id));
  }

  /** The active software that a source uses, by id. */
  async listUsedSoftware(releaseId: number, sourceId: string) {
    return await this.#db
      .select({ attack_id: software.attack_id, name: software.name, type: software.type })
      .from(uses)
      .innerJoin(
        software,
        and(
          eq(software.release_id, uses.release_id),
          eq(software.attack_id, uses.target_id),
          eq(software.state, "active"),
        ),
      )
      .where(and(eq(uses.release_id, releaseId), eq(uses.source_id, sourceId)))
      .orderBy(asc(software.attack_id));
  }

  /** The active campaigns attributed to a group, by id. */
  async listCampaignsOf(releaseId: number, groupId: string) {
    return await this.#db
      .select({ attack_id: campaigns.attack_id, name: campaigns.name })
      .from(attributions)
      .innerJoin(
        campaigns,
        and(
          eq(campaigns.release_id, attributions.release_id),
          eq(campaigns.attack_id, attributions.campaign_id),
          eq(campaigns.state, "active"),
        ),
      )
      .where(and(eq(attributions.release_id, releaseId), eq(attributions.group_id, groupId)))
      .orderBy(asc(campaigns.attack_id));
  }
}
