import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { Statement, WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRows } from "../../../platform/d1/insert-rows.ts";
import { jsonChunks } from "../../../platform/d1/json-chunks.ts";
import type { Rule } from "../schema.ts";
import { type ContentKeys, toLatest, toVersionRow } from "../store.ts";
import { rules, ruleVersions } from "../tables.ts";

const knownColumns = {
  rule_id: rules.id,
  language: rules.language,
  state: rules.state,
  known_as: rules.known_as,
  version: rules.version,
  title: rules.title,
  techniques: rules.techniques,
  content_sha256: rules.content_sha256,
  detection_sha256: rules.detection_sha256,
  sketch: rules.sketch,
};

/** A stored rule, as far as an import has to know it. */
export type KnownRule = Pick<
  typeof rules.$inferSelect,
  Exclude<keyof typeof knownColumns, "rule_id">
> & { rule_id: string };

/** What a version says of itself, to tell what an update changes. */
export type KnownHeader = Pick<Rule, "rule_id" | "title" | "techniques" | "header">;

/** A rule to be written; `before` is the version that it follows, null for a new rule. */
export interface RuleWrite {
  rule: Rule;
  keys: ContentKeys;
  before: { version: number } | null;
}

/** SQL for many rules at once. */
export class RuleImportStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** All rules, without what they say. */
  async listKnown(): Promise<KnownRule[]> {
    return await this.#db.select(knownColumns).from(rules);
  }

  /** What the latest versions of rules say of themselves. */
  async findHeaders(ruleIds: readonly string[]): Promise<KnownHeader[]> {
    const { rule_id, title, techniques, header } = ruleVersions;
    const found: KnownHeader[] = [];
    for (const { json } of jsonChunks(ruleIds.map((id) => ({ id })))) {
      const rows = await this.#db
        .select({ rule_id, title, techniques, header })
        .from(ruleVersions)
        .innerJoin(rules, and(eq(rules.id, rule_id), eq(rules.version, ruleVersions.version)))
        .where(inArray(rules.id, sql`(select value->>'$.id' from json_each(${json}))`));
      found.push(...rows);
    }
    return found;
  }

  /**
   * Writes rules and their versions. What somebody else wrote since is left alone: a rule whose
   * version is no longer the one before, and a new one whose id has been taken.
   */
  write(writes: readonly RuleWrite[]): Part {
    const created = writes.filter(({ before }) => before === null);
    const updated = writes.filter(({ before }) => before !== null);
    return (write, held) => [
      ...insertRows(write, rules, created.map(toRuleRow), sql`${held} and ${isUnknown()}`),
      ...insertRows(
        write,
        ruleVersions,
        writes.map(({ rule }) => toVersionRow(rule)),
        sql`${held} and exists (select 1 from rules r where r.id = value->>'$.rule_id'
          and r.version = max(1, (value->>'$.version') - 1))`,
      ),
      ...updateRows(updated, held)(write),
    ];
  }

  /** The versions that are stored, of those with these ids: to be read right after a write. */
  selectVersions(writes: readonly RuleWrite[]) {
    const ids = JSON.stringify(writes.map(({ rule }) => rule.id));
    return this.#db
      .select({ id: ruleVersions.id })
      .from(ruleVersions)
      .where(inArray(ruleVersions.id, sql`(select value from json_each(${ids}))`));
  }
}

function toRuleRow({ rule, keys }: RuleWrite): typeof rules.$inferInsert {
  const { rule_id: id, language, state, created_at } = rule;
  return { id, language, state, created_at, ...toLatest(rule, keys) };
}

/** That no rule is known by the same id, or without one by the same content. */
function isUnknown(): SQL {
  return sql`not exists (select 1 from rules k where k.language = value->>'$.language'
      and k.known_as = value->>'$.known_as')
    and (value->>'$.known_as' is not null or not exists (select 1 from rules k
      where k.known_as is null and k.content_sha256 = value->>'$.content_sha256'
        and k.language = value->>'$.language'))`;
}

/** The rows of rules that have a new version now. */
function updateRows(updated: readonly RuleWrite[], held: SQL) {
  const rows = updated.map((write) => ({ ...toRuleRow(write), version_id: write.rule.id }));
  return (write: Parameters<Part>[0]): Statement[] =>
    [...jsonChunks(rows)].map(({ json }) =>
      write
        .update(rules)
        .set({
          version: sql`c.value->>'$.version'`,
          title: sql`c.value->>'$.title'`,
          techniques: sql`c.value->'$.techniques'`,
          logsource: sql`nullif(c.value->'$.logsource', 'null')`,
          level: sql`c.value->>'$.level'`,
          status: sql`c.value->>'$.status'`,
          updated_at: sql`c.value->>'$.updated_at'`,
          content_sha256: sql`c.value->>'$.content_sha256'`,
          detection_sha256: sql`c.value->>'$.detection_sha256'`,
          sketch: sql`c.value->>'$.sketch'`,
        })
        .from(sql`json_each(${json}) c`)
        .where(
          and(
            eq(rules.id, sql`c.value->>'$.id'`),
            sql`exists (select 1 from rule_versions v where v.id = c.value->>'$.version_id')`,
            held,
          ),
        ),
    );
}
