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
/** Texts that are looked through for the one that has a name. */
const MAX_CALLED = 20;
/** A row of the database takes 2 MB, a rule some 300 bytes, 3 KB at most. */
const RULES_A_ROW = 500;
const LATEST = {
  table: ruleVersions,
  on: sql`${ruleVersions.rule_id} = ${rules.id} and ${ruleVersions.version} = ${rules.version}`,
};
const NEWEST_FIRST = [desc(rules.updated_at), desc(rules.id)];
const ITS_RULE = { table: rules, on: eq(rules.id, ruleVersions.rule_id) };

/** SQL for rules. A version is only ever added; its number is unique in its rule. */
export class RuleStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a rule; its first version is a part of its own. */
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

  /** That a rule has no version of this number. */
  isFreeVersion({ rule_id, version }: Pick<Rule, "rule_id" | "version">): SQL {
    const isSame = and(eq(ruleVersions.rule_id, rule_id), eq(ruleVersions.version, version));
    return sql`not exists (select 1 from rule_versions where ${isSame})`;
  }

  /** That no other rule of its language is known by its id. */
  isFreeId({ rule_id, language, known_as }: Pick<Rule, "rule_id" | "language" | "known_as">): SQL {
    return sql`not exists (select 1 from rules where language = ${language}
      and known_as = ${known_as} and id <> ${rule_id})`;
  }

  /** The rule that is known by an id in a language; null when there is none. */
  async findKnown(language: RuleLanguage, knownAs: string): Promise<string | null> {
    const isSame = and(eq(rules.language, language), eq(rules.known_as, knownAs));
    const [row] = await this.#db.select({ id: rules.id }).from(rules).where(isSame);
    return row?.id ?? null;
  }

  /** Sigma rules by their latest versions that may be called so, by id or name; the oldest first. */
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

  /** A version of a rule, or its latest one; null when there is none such. */
  async find(ruleId: string, version?: number): Promise<Rule | null> {
    const wanted = version === undefined ? undefined : eq(ruleVersions.version, version);
    const [row] = await this.#select()
      .where(and(eq(ruleVersions.rule_id, ruleId), wanted))
      .orderBy(desc(ruleVersions.version))
      .limit(1);
    return row ?? null;
  }

  /** When a rule was made; null when there is none such. */
  async findCreation(ruleId: string): Promise<string | null> {
    const [row] = await this.#db.select().from(rules).where(eq(rules.id, ruleId));
    return row?.created_at ?? null;
  }

  /** The versions of a rule, newest first. */
  async listVersions(ruleId: string, page: Page & { limit: number }): Promise<Paged<Rule>> {
    return await readPage<typeof ruleVersions, Rule>(this.#db, ruleVersions, {
      where: eq(ruleVersions.rule_id, ruleId),
      orderBy: [desc(ruleVersions.version)],
      page,
      columns: ruleColumns,
      join: ITS_RULE,
    });
  }

  /** Rules by their latest versions, newest first. */
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
   * The select of what coverage asks of all rules that name a technique: some hundred of them in each
   * row, as JSON of `CoverageRule`, for a row for each would take most of the time.
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

  /** Counts the rules of each technique that a rule names, and those of them that are enabled. */
  async countByTechnique(): Promise<
    { attack_id: string; rule_count: number; enabled_count: number }[]
  > {
    return await this.#db.all(sql`
      select named.value as attack_id, count(*) as rule_count,
        sum(rules.state = 'enabled') as enabled_count
      from rules, json_each(rules.techniques) named
      group by named.value`);
  }

  /** Rules for one of these techniques by their latest versions, newest first. */
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

  /** Rules by their latest versions, by their ids, those after one. */
  async listAfter(filter: RuleFilter, after: string, limit: number): Promise<Rule[]> {
    return await this.#db
      .select(ruleColumns)
      .from(rules)
      .innerJoin(ruleVersions, LATEST.on)
      .where(and(gt(rules.id, after), matchingRules(filter)))
      .orderBy(asc(rules.id))
      .limit(limit);
  }

  /** The ids of rules, newest first, at most so many. */
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

  /** The states of rules, of those that there are. */
  async findStates(ruleIds: readonly string[]): Promise<{ id: string; state: RuleState }[]> {
    return await this.#db
      .select({ id: rules.id, state: rules.state })
      .from(rules)
      .where(isOneOf(ruleIds));
  }

  /** Gives rules a state, one or thousands. */
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

  /** That a rule is there, in another state than one. */
  isOther(ruleId: string, state: RuleState): SQL {
    return sql`exists (select 1 from rules where id = ${ruleId} and state <> ${state})`;
  }

  /** That a rule is as it was read: nobody saved a version, set its state or changed its samples since. */
  isAs({ rule_id, id, state, test_run: run }: Rule): SQL {
    const isSame = and(eq(rules.id, rule_id), eq(ruleVersions.id, id), eq(rules.state, state));
    return sql`exists (select 1 from rules join rule_versions on ${LATEST.on} where ${isSame}
      and rule_versions.test_run is ${run && JSON.stringify(run)})`;
  }

  /** That a rule is there. */
  isThere(ruleId: string): SQL {
    return sql`exists (select 1 from rules where id = ${ruleId})`;
  }

  #select() {
    return this.#db.select(ruleColumns).from(ruleVersions).innerJoin(rules, ITS_RULE.on);
  }
}

/** D1 binds at most 100 values a statement, so that ids go as JSON. */
function isOneOf(ruleIds: readonly string[]): SQL {
  return sql`${rules.id} in (select value from json_each(${JSON.stringify(ruleIds)}))`;
}
