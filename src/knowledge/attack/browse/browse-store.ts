import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { KnowledgeDb } from "../../../platform/d1/databases.ts";
import { attributions, campaigns, groups, software, tactics, techniques, uses } from "../tables.ts";

export type GroupObject = typeof groups.$inferSelect;
export type CampaignObject = typeof campaigns.$inferSelect;
export type TechniqueObject = typeof techniques.$inferSelect;
export type SoftwareObject = typeof software.$inferSelect;
/** The fields of a technique in a list. */
export type TechniqueRow = Pick<
  TechniqueObject,
  "attack_id" | "name" | "description" | "tactics" | "platforms" | "is_subtechnique"
>;
export type TacticObject = typeof tactics.$inferSelect;

type ObjectTable = typeof groups | typeof campaigns | typeof techniques | typeof software;

/** SQL that reads one release's objects for browsing. */
export class BrowseStore {
  readonly #db: KnowledgeDb;

  constructor(db: KnowledgeDb) {
    this.#db = db;
  }

  /** Lists active groups by name. */
  async listGroups(releaseId: number): Promise<GroupObject[]> {
    return await this.#db
      .select()
      .from(groups)
      .where(activeIn(groups, releaseId))
      .orderBy(sql`${groups.name} collate nocase`, asc(groups.attack_id));
  }

  /** Lists active campaigns by name, only those attributed to a group if one is given. */
  async listCampaigns(releaseId: number, groupId: string | undefined): Promise<CampaignObject[]> {
    const ofGroup = sql`exists (select 1 from attributions a where a.release_id = ${releaseId}
      and a.campaign_id = ${campaigns.attack_id} and a.group_id = ${groupId})`;
    return await this.#db
      .select()
      .from(campaigns)
      .where(and(activeIn(campaigns, releaseId), groupId === undefined ? undefined : ofGroup))
      .orderBy(sql`${campaigns.name} collate nocase`, asc(campaigns.attack_id));
  }

  /** Lists active techniques by id. */
  async listTechniques(releaseId: number): Promise<TechniqueRow[]> {
    return await this.#db
      .select({
        attack_id: techniques.attack_id,
        name: techniques.name,
        description: techniques.description,
        tactics: techniques.tactics,
        platforms: techniques.platforms,
        is_subtechnique: techniques.is_subtechnique,
      })
      .from(techniques)
      .where(activeIn(techniques, releaseId))
      .orderBy(asc(techniques.attack_id));
  }

  /** Returns the descriptions of some active techniques by id, without empty ones. */
  async describe(releaseId: number, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#db
      .select({ attack_id: techniques.attack_id, description: techniques.description })
      .from(techniques)
      .where(
        sql`${activeIn(techniques, releaseId)} and ${techniques.attack_id} in (select value from json_each(${JSON.stringify(ids)}))`,
      );
    return new Map(
      rows.flatMap(({ attack_id: id, description }) => (description ? [[id, description]] : [])),
    );
  }

  /** Lists techniques that are active in both releases and have another description in the second, by id. */
  async listRedescribed(
    beforeId: number,
    afterId: number,
  ): Promise<{ attack_id: string; name: string }[]> {
    const isOther = sql`exists (select 1 from techniques old where old.release_id = ${beforeId}
      and old.attack_id = ${techniques.attack_id} and old.state = 'active'
      and old.description is not ${techniques.description})`;
    return await this.#db
      .select({ attack_id: techniques.attack_id, name: techniques.name })
      .from(techniques)
      .where(and(activeIn(techniques, afterId), isOther))
      .orderBy(asc(techniques.attack_id));
  }

  /** Lists tactics in matrix order. */
  async listTactics(releaseId: number): Promise<TacticObject[]> {
    return await this.#db
      .select()
      .from(tactics)
      .where(eq(tactics.release_id, releaseId))
      .orderBy(asc(tactics.position));
  }

  async findGroup(releaseId: number, attackId: string): Promise<GroupObject | null> {
    const rows = await this.#db
      .select()
      .from(groups)
      .where(idIn(groups, releaseId, attackId));
    return preferActive(rows);
  }

  async findCampaign(releaseId: number, attackId: string): Promise<CampaignObject | null> {
    const wanted = idIn(campaigns, releaseId, attackId);
    return preferActive(await this.#db.select().from(campaigns).where(wanted));
  }

  async findTechnique(releaseId: number, attackId: string): Promise<TechniqueObject | null> {
    const wanted = idIn(techniques, releaseId, attackId);
    return preferActive(await this.#db.select().from(techniques).where(wanted));
  }

  /** Finds groups by id in any state, preferring the active one. */
  async findGroups(releaseId: number, ids: readonly string[]): Promise<GroupObject[]> {
    const wanted = idsIn(groups, releaseId, ids);
    return preferActives(
      await this.#db
        .select()
        .from(groups)
        .where(wanted)
        .orderBy(asc(groups.attack_id), asc(groups.stix_id)),
    );
  }

  /** Finds software by id in any state, preferring the active one. */
  async findSoftware(releaseId: number, ids: readonly string[]): Promise<SoftwareObject[]> {
    const wanted = idsIn(software, releaseId, ids);
    return preferActives(
      await this.#db
        .select()
        .from(software)
        .where(wanted)
        .orderBy(asc(software.attack_id), asc(software.stix_id)),
    );
  }

  /** Finds techniques by id in any state, preferring the active one. */
  async findTechniques(releaseId: number, ids: readonly string[]): Promise<TechniqueObject[]> {
    const wanted = idsIn(techniques, releaseId, ids);
    return preferActives(
      await this.#db
        .select()
        .from(techniques)
        .where(wanted)
        .orderBy(asc(techniques.attack_id), asc(techniques.stix_id)),
    );
  }

  /** Lists the active techniques that a source uses, by id, with the text of the relationship. */
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
      .innerJoin(techniques, usedIn(techniques, uses.target_id))
      .where(and(eq(uses.release_id, releaseId), eq(uses.source_id, sourceId)))
      .orderBy(asc(techniques.attack_id));
  }

  /** Lists the active software that a source uses, by id. */
  async listUsedSoftware(releaseId: number, sourceId: string) {
    return await this.#db
      .select({ attack_id: software.attack_id, name: software.name, type: software.type })
      .from(uses)
      .innerJoin(software, usedIn(software, uses.target_id))
      .where(and(eq(uses.release_id, releaseId), eq(uses.source_id, sourceId)))
      .orderBy(asc(software.attack_id));
  }

  /** Lists the users of a technique by id, with the text of the relationship. */
  async listUsers(releaseId: number, techniqueId: string) {
    const of = and(eq(uses.release_id, releaseId), eq(uses.target_id, techniqueId));
    const [usingGroups, usingCampaigns, usingSoftware] = await this.#db.batch([
      this.#db
        .select({ attack_id: groups.attack_id, name: groups.name, use: uses.description })
        .from(uses)
        .innerJoin(groups, usedIn(groups, uses.source_id))
        .where(of)
        .orderBy(asc(groups.attack_id)),
      this.#db
        .select({ attack_id: campaigns.attack_id, name: campaigns.name, use: uses.description })
        .from(uses)
        .innerJoin(campaigns, usedIn(campaigns, uses.source_id))
        .where(of)
        .orderBy(asc(campaigns.attack_id)),
      this.#db
        .select({
          attack_id: software.attack_id,
          name: software.name,
          type: software.type,
          use: uses.description,
        })
        .from(uses)
        .innerJoin(software, usedIn(software, uses.source_id))
        .where(of)
        .orderBy(asc(software.attack_id)),
    ]);
    return { groups: usingGroups, campaigns: usingCampaigns, software: usingSoftware };
  }

  /** Lists the active campaigns attributed to a group, by id. */
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

  /** Lists the active groups that a campaign is attributed to, by id. */
  async listGroupsOf(releaseId: number, campaignId: string) {
    return await this.#db
      .select({ attack_id: groups.attack_id, name: groups.name })
      .from(attributions)
      .innerJoin(
        groups,
        and(
          eq(groups.release_id, attributions.release_id),
          eq(groups.attack_id, attributions.group_id),
          eq(groups.state, "active"),
        ),
      )
      .where(and(eq(attributions.release_id, releaseId), eq(attributions.campaign_id, campaignId)))
      .orderBy(asc(groups.attack_id));
  }
}

function activeIn(table: ObjectTable, releaseId: number): SQL | undefined {
  return and(eq(table.release_id, releaseId), eq(table.state, "active"));
}

function idIn(table: ObjectTable, releaseId: number, attackId: string): SQL | undefined {
  return and(eq(table.release_id, releaseId), eq(table.attack_id, attackId));
}

function idsIn(table: ObjectTable, releaseId: number, ids: readonly string[]): SQL | undefined {
  const wanted = sql`${table.attack_id} in (select value from json_each(${JSON.stringify(ids)}))`;
  return and(eq(table.release_id, releaseId), wanted);
}

/** Joins a `uses` row with the active object at one of its ends. */
function usedIn(
  table: ObjectTable,
  end: typeof uses.source_id | typeof uses.target_id,
): SQL | undefined {
  return and(
    eq(table.release_id, uses.release_id),
    eq(table.attack_id, end),
    eq(table.state, "active"),
  );
}

/** Returns the active object of an id that several objects share. */
function preferActive<T extends { state: string }>(rows: readonly T[]): T | null {
  return rows.find(({ state }) => state === "active") ?? rows[0] ?? null;
}

/** Returns one row per id, preferring the active one. */
function preferActives<T extends { attack_id: string; state: string }>(rows: readonly T[]): T[] {
  const byId = Map.groupBy(rows, ({ attack_id: id }) => id);
  return [...byId.values()].map(preferActive).filter((row) => row !== null);
}
