import { and, asc, desc, eq, getTableColumns, gt, or, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { listNaming } from "../../platform/d1/list-naming.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import type { Naming, NamingQuery } from "../../platform/lib/naming.ts";
import { totalOf } from "../../platform/quotas/store.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { latestOf, toVersionRow } from "./rule-rows.ts";
import type { Rule } from "./schema.ts";
import { rules, ruleVersions } from "./tables.ts";
import { matchingRules, type RuleFilter } from "./filter-store.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import type { RuleState } from "./vocabulary.ts";

const { search_text: _search, ...versionColumns } = getTableColumns(ruleVersions);
const ruleColumns = {
  ...versionColumns,
  language: rules.language,
  state: rules.state,
  known_as: rules.known_as,
};
/** Maximum texts to search for the one with a name. */
const MAX_CALLED = 20;
/** A database row fits 2 MB; a rule takes about 300 bytes, 3 KB at most. */
const RULES_A_ROW = 500;
const LATEST = {
  table: ruleVersions,
  on: sql`${ruleVersions.rule_id} = ${rules.id} and ${ruleVersions.version} = ${rules.version}`,
};
const NEWEST_FIRST = [desc(rules.updated_at), desc(rules.id)];
const ITS_RULE = { table: rules, on: eq(rules.id, ruleVersions.rule_id) };

/** SQL for rules. Versions are append-only, with unique numbers within a rule. */
export class RuleStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a rule; its first version is a separate part. */
  create(rule: Rule): Part {
    const { rule_id: id, language, state, created_at } = rule;
    const row = { id, language, state, created_at, ...latestOf(rule) };
    return (write, held) => [insertRow(write, rules, row, held)];
  }

  /** Adds a version, which becomes the latest. */
  addVersion(rule: Rule): Part {
    return (write, held) => [
      insertRow(write, ruleVersions, toVersionRow(rule), held),
      write
        .update(rules)
        .set(latestOf(rule))
        .where(and(eq(rules.id, rule.rule_id), held)),
    ];
  }

  /** Builds the condition that a rule has no version of this number. */
  isFreeVersion({ rule_id, version }: Pick<Rule, "rule_id" | "version">): SQL {
    const isSame = and(eq(ruleVersions.rule_id, rule_id), eq(ruleVersions.version, version));
    return sql`not exists (select 1 from rule_versions where ${isSame})`;
  }

  /** Builds the condition that no other rule of its language has its own id. */
  isFreeId({ rule_id, language, known_as }: Pick<Rule, "rule_id" | "language" | "known_as">): SQL {
    return sql`not exists (select 1 from rules where language = ${language}
      and known_as = ${known_as} and id <> ${rule_id})`;
  }

  /** Returns the rule with an own id in a language, or null if there is none. */
  async findKnown(language: RuleLanguage, knownAs: string): Promise<string | null> {
    const isSame = and(eq(rules.language, language), eq(rules.known_as, knownAs));
    const [row] = await this.#db.select({ id: rules.id }).from(rules).where(isSame);
    return row?.id ?? null;
  }

  /** Returns Sigma rules at their latest versions that may have a name or id, oldest first. */
  async listCalled(name: string): Promise<{ content: string }[]> {
    const written = ["", "'", '"'].map(
      (quote) => sql`instr(${ruleVersions.content}, ${`name: ${quote}${name}`}) > 0`,
    );
    return await this.#db
      .select({ content: ruleVersions.content })
      .from(rules)
      .innerJoin(ruleVersions, LATEST.on)
      .where(
        and(eq(rules.language, "sigma"), or(eq(rules.known_as, name.toLowerCase()), ...written)),
      )
      .orderBy(asc(rules.created_at), asc(rules.id))
      .limit(MAX_CALLED);
  }

  /** Returns a version of a rule, the latest by default, or null if there is none. */
  async find(ruleId: string, version?: number): Promise<Rule | null> {
    const wanted = version === undefined ? undefined : eq(ruleVersions.version, version);
    const [row] = await this.#select()
      .where(and(eq(ruleVersions.rule_id, ruleId), wanted))
      .orderBy(desc(ruleVersions.version))
      .limit(1);
    return row ?? null;
  }

  /** Returns when a rule was created, or null if there is none. */
  async findCreation(ruleId: string): Promise<string | null> {
    const [row] = await this.#db.select().from(rules).where(eq(rules.id, ruleId));
    return row?.created_at ?? null;
  }

  /** Returns the versions of a rule, newest first. */
  async listVersions(ruleId: string, page: Page & { limit: number }): Promise<Paged<Rule>> {
    return await readPage<typeof ruleVersions, Rule>(this.#db, ruleVersions, {
      where: eq(ruleVersions.rule_id, ruleId),
      orderBy: [desc(ruleVersions.version)],
      page,
      columns: ruleColumns,
      join: ITS_RULE,
    });
  }

  /** Returns rules at their latest versions, newest first. */
  async list(filter: RuleFilter, page: Page & { limit: number }): Promise<Paged<Rule>> {
    const wanted = matchingRules(filter);
    return await readPage<typeof rules, Rule>(this.#db, rules, {
      where: wanted,
      orderBy: NEWEST_FIRST,
      page,
      columns: ruleColumns,
      join: LATEST,
      total: wanted === undefined ? totalOf("rules") : undefined,
    });
  }

  /**
   * Builds the select of the data that coverage needs from all rules with a technique. Each row packs a few hundred as
   * JSON of `CoverageRule`, since one row per rule would take most of the time.
   */
  selectForCoverage() {
    const fields = sql`json_array(${rules.id}, ${rules.title}, ${rules.state}, ${rules.language},
      ${rules.level}, json(${rules.techniques}), json(${rules.logsource}),
      json(${rules.event_ids}))`;
    return this.#db
      .select({ rules: sql<string>`json_group_array(${fields})` })
      .from(rules)
      .where(sql`${rules.techniques} <> '[]'`)
      .groupBy(sql`rules.rowid / ${RULES_A_ROW}`);
  }

  /** Counts the rules of each technique, and the enabled ones among them. */
  async countByTechnique(): Promise<
    { attack_id: string; rule_count: number; enabled_count: number }[]
  > {
    return await this.#db.all(sql`
      select named.value as attack_id, count(*) as rule_count,
        sum(rules.state = 'enabled') as enabled_count
      from rules, json_each(rules.techniques) named
      group by named.value`);
  }

  /** Returns rules for one of these techniques at their latest versions, newest first. */
  async listNaming(query: NamingQuery, page: Page): Promise<Paged<Naming>> {
    const table = {
      id: rules.id,
      name: rules.title,
      domain: ruleVersions.domain,
      version: ruleVersions.release,
      named: sql`found.value`,
      naming: (isAskedFor: SQL) =>
        sql`from json_each(${rules.techniques}) found where ${isAskedFor}`,
      orderBy: NEWEST_FIRST,
      join: LATEST,
    };
    return await listNaming(this.#db, rules, table, query, page);
  }

  /** Returns rules at their latest versions in order of id, after a given one. */
  async listAfter(filter: RuleFilter, after: string, limit: number): Promise<Rule[]> {
    return await this.#db
      .select(ruleColumns)
      .from(rules)
      .innerJoin(ruleVersions, LATEST.on)
      .where(and(gt(rules.id, after), matchingRules(filter)))
      .orderBy(asc(rules.id))
      .limit(limit);
  }

  /** Returns the ids of rules, newest first, up to a limit. */
  async listIds(filter: RuleFilter, limit: number): Promise<string[]> {
    const rows = await this.#db
      .select({ id: rules.id })
      .from(rules)
      .leftJoin(ruleVersions, LATEST.on)
      .where(matchingRules(filter))
      .orderBy(...NEWEST_FIRST)
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Returns the states of those rules that exist. */
  async findStates(ruleIds: readonly string[]): Promise<{ id: string; state: RuleState }[]> {
    return await this.#db
      .select({ id: rules.id, state: rules.state })
      .from(rules)
      .where(isOneOf(ruleIds));
  }

  /** Sets the state of rules, one or thousands. */
  setState(ruleIds: readonly string[], state: RuleState): Part {
    return (write, held) => [
      write
        .update(rules)
        .set({ state })
        .where(and(isOneOf(ruleIds), held)),
    ];
  }

  /** Deletes a rule, with its versions and samples. */
  remove(ruleId: string): Part {
    return (write, held) => [write.delete(rules).where(and(eq(rules.id, ruleId), held))];
  }

  /** Builds the condition that a rule exists in another state. */
  isOther(ruleId: string, state: RuleState): SQL {
    return sql`exists (select 1 from rules where id = ${ruleId} and state <> ${state})`;
  }

  /** Builds the condition that a rule is unchanged since it was read: its version, state and samples. */
  isAs({ rule_id, id, state, test_run: run }: Rule): SQL {
    const isSame = and(eq(rules.id, rule_id), eq(ruleVersions.id, id), eq(rules.state, state));
    return sql`exists (select 1 from rules join rule_versions on ${LATEST.on} where ${isSame}
      and rule_versions.test_run is ${run && JSON.stringify(run)})`;
  }

  /** Builds the condition that a rule exists. */
  isThere(ruleId: string): SQL {
    return sql`exists (select 1 from rules where id = ${ruleId})`;
  }

  #select() {
    return this.#db.select(ruleColumns).from(ruleVersions).innerJoin(rules, ITS_RULE.on);
  }
}

/** Builds the condition for several ids. D1 binds at most 100 values per statement, so ids are passed as JSON. */
function isOneOf(ruleIds: readonly string[]): SQL {
  return sql`${rules.id} in (select value from json_each(${JSON.stringify(ruleIds)}))`;
}
