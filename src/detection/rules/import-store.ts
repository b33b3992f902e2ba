import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { Statement, WorkspaceDb, Writer } from "../../platform/d1/databases.ts";
import { jsonChunks } from "../../platform/d1/json-chunks.ts";
import { insertJson } from "../../platform/d1/insert-rows.ts";
import type { Rule } from "./schema.ts";
import type { ContentKeys } from "./rule-rows.ts";
import { IS_UNDESCRIBED, rules, ruleVersions } from "./tables.ts";
import { joinRows, type PackedRule, unpackRows } from "./packed-rules.ts";

const knownColumns = {
  rule_id: rules.id,
  language: rules.language,
  known_as: rules.known_as,
  version: rules.version,
  techniques: rules.techniques,
  content_sha256: rules.content_sha256,
};
const sketchedColumns = {
  rule_id: rules.id,
  language: rules.language,
  known_as: rules.known_as,
  title: rules.title,
  detection_sha256: rules.detection_sha256,
  sketch: rules.sketch,
};

/** Saved before its metadata was stored. */
const isUndescribed = and(isNull(rules.known_as), isNull(rules.content_sha256));

/** The fields of a stored rule that an import needs. */
export type KnownRule = Pick<
  typeof rules.$inferSelect,
  Exclude<keyof typeof knownColumns, "rule_id">
> & { rule_id: string };

/** The metadata of a version, for the changes of an update. */
export type KnownHeader = Pick<Rule, "rule_id" | "title" | "techniques" | "header"> &
  Pick<ContentKeys, "detection_sha256">;

/** The metadata of a rule that was saved without it. */
export type DescribedRule = ContentKeys &
  Pick<Rule, "rule_id" | "version" | "language" | "known_as" | "header">;

/** SQL for bulk operations on rules. */
export class RuleImportStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Returns all rules, without their content. */
  async listKnown(): Promise<KnownRule[]> {
    return await this.#db.select(knownColumns).from(rules);
  }

  /** Returns the sketches of rules in order of id, after a given one. */
  async listSketched(after: string, limit: number) {
    return await this.#db
      .select(sketchedColumns)
      .from(rules)
      .where(gt(rules.id, after))
      .orderBy(asc(rules.id))
      .limit(limit);
  }

  /** Returns the metadata of the latest versions of some rules. */
  async findHeaders(ruleIds: readonly string[]): Promise<KnownHeader[]> {
    const { rule_id, title, techniques, header } = ruleVersions;
    return await this.#db
      .select({ rule_id, title, techniques, header, detection_sha256: rules.detection_sha256 })
      .from(ruleVersions)
      .innerJoin(rules, and(eq(rules.id, rule_id), eq(rules.version, ruleVersions.version)))
      .where(inArray(rules.id, sql`(select value from json_each(${JSON.stringify(ruleIds)}))`));
  }

  /**
   * Writes rules and their versions. Skips a rule whose previous version is no longer the latest, and a new rule whose
   * id is taken: a concurrent write takes precedence.
   */
  write(writes: readonly PackedRule[]): Part {
    return (write, held) => {
      const rows = writes.map((one) => ({ isNew: one.isNew, rows: unpackRows(one) }));
      const rulesOf = (isNew: boolean) =>
        joinRows(rows.filter((one) => one.isNew === isNew).map((one) => one.rows[0]));
      return [
        ...rulesOf(true).map((json) =>
          insertJson(write, rules, json, sql`${held} and ${isUnknown()}`),
        ),
        ...joinRows(rows.map((one) => one.rows[1])).map((json) =>
          insertJson(
            write,
            ruleVersions,
            json,
            sql`${held} and exists (select 1 from rules r where r.id = value->>'$.rule_id'
              and r.version = max(1, (value->>'$.version') - 1))`,
          ),
        ),
        ...rulesOf(false).map((json) => updateRows(write, json, held)),
      ];
    };
  }

  /** Returns rules saved before all their metadata was stored, at their latest versions. */
  async listUndescribed(limit: number) {
    const { rule_id, version, content } = ruleVersions;
    return await this.#db
      .select({ rule_id, version, content, language: rules.language, logsource: rules.logsource })
      .from(rules)
      .innerJoin(ruleVersions, and(eq(rules.id, rule_id), eq(rules.version, version)))
      .where(IS_UNDESCRIBED)
      .limit(limit);
  }

  /** Stores the metadata of such rules, omitting an id that another rule has. */
  describe(described: readonly DescribedRule[]): Part {
    const of = (path: string) => sql`c.value->>${`$.${path}`}`;
    const isSame = sql`${rules.id} = c.value->>'$.rule_id'`;
    return (write, held) =>
      [...jsonChunks(described)].flatMap(({ json }) => [
        write
          .update(ruleVersions)
          .set({ header: sql`nullif(c.value->'$.header', 'null')` })
          .from(sql`json_each(${json}) c`)
          .where(
            and(
              eq(ruleVersions.rule_id, of("rule_id")),
              eq(ruleVersions.version, of("version")),
              sql`exists (select 1 from rules where id = c.value->>'$.rule_id' and ${isUndescribed})`,
              held,
            ),
          ),
        write
          .update(rules)
          .set({
            known_as: sql`case when exists (select 1 from rules k where k.language = ${of("language")}
              and k.known_as = ${of("known_as")}) then null else ${of("known_as")} end`,
            logsource: sql`nullif(c.value->'$.header.logsource', 'null')`,
            level: of("header.level"),
            status: of("header.status"),
            content_sha256: of("content_sha256"),
            detection_sha256: of("detection_sha256"),
            sketch: of("sketch"),
          })
          .from(sql`json_each(${json}) c`)
          .where(and(isSame, isUndescribed, held)),
        write
          .update(rules)
          .set({ event_ids: sql`c.value->'$.event_ids'` })
          .from(sql`json_each(${json}) c`)
          .where(and(isSame, isNull(rules.event_ids), held)),
      ]);
  }

  /** Builds the select of the stored versions with these ids, for use right after a write. */
  selectVersions(writes: readonly PackedRule[]) {
    const ids = JSON.stringify(writes.map((one) => one.version_id));
    return this.#db
      .select({ id: ruleVersions.id })
      .from(ruleVersions)
      .where(inArray(ruleVersions.id, sql`(select value from json_each(${ids}))`));
  }
}

/** Builds the condition that no rule has the same id, or the same content if it has no id. */
function isUnknown(): SQL {
  return sql`not exists (select 1 from rules k where k.language = value->>'$.language'
      and k.known_as = value->>'$.known_as')
    and (value->>'$.known_as' is not null or not exists (select 1 from rules k
      where k.known_as is null and k.content_sha256 = value->>'$.content_sha256'
        and k.language = value->>'$.language'))`;
}

/** Updates the rows of rules that have a new version. */
function updateRows(write: Writer, json: string, held: SQL): Statement {
  return write
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
      event_ids: sql`c.value->'$.event_ids'`,
    })
    .from(sql`json_each(${json}) c`)
    .where(
      and(
        eq(rules.id, sql`c.value->>'$.id'`),
        sql`exists (select 1 from rule_versions v where v.id = c.value->>'$.version_id')`,
        held,
      ),
    );
}
