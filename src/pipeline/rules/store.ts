import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { insertRow } from "../../platform/d1/insert-rows.ts";
import { readPage } from "../../platform/d1/read-page.ts";
import { sha256 } from "../../platform/audit/digest.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { foldText } from "../../platform/lib/text.ts";
import { sketchDetection } from "./header/detection-sketch.ts";
import type { Rule } from "./schema.ts";
import { rules, ruleVersions } from "./tables.ts";
import type { RuleLanguage } from "./vocabulary.ts";

export interface RuleQuery {
  technique_id?: string | undefined;
  language?: RuleLanguage | undefined;
  /** Literal: in title and technique id whatever the case, in content but for the case of ASCII. */
  q?: string | undefined;
}

const { search_text: _search, ...versionColumns } = getTableColumns(ruleVersions);
const ruleColumns = {
  ...versionColumns,
  language: rules.language,
  state: rules.state,
  known_as: rules.known_as,
};
/** A row of the database takes 2 MB, a rule some 300 bytes, 3 KB at most. */
const RULES_A_ROW = 500;
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
  async list(query: RuleQuery, page: Page & { limit: number }): Promise<Paged<Rule>> {
    const wanted = and(
      eq(ruleVersions.version, rules.version),
      query.technique_id === undefined
        ? undefined
        : sql`exists (select 1 from json_each(${ruleVersions.techniques})
            where value = ${query.technique_id})`,
      query.language === undefined ? undefined : eq(rules.language, query.language),
      searchFor(query.q),
    );
    return await readPage<typeof ruleVersions, Rule>(this.#db, ruleVersions, {
      where: wanted,
      orderBy: [desc(ruleVersions.created_at), desc(ruleVersions.id)],
      page,
      columns: ruleColumns,
      join: ITS_RULE,
    });
  }

  /**
   * The select of what coverage asks of all rules that name a technique: some hundred of them in each
   * row, as JSON of `CoverageRule`, for a row for each would take most of the time.
   */
  selectForCoverage() {
    const fields = sql`json_array(${rules.id}, ${rules.title}, ${rules.state}, ${rules.language},
      ${rules.level}, json(${rules.techniques}), json(${rules.logsource}))`;
    return this.#db
      .select({ rules: sql<string>`json_group_array(${fields})` })
      .from(rules)
      .where(sql`${rules.techniques} <> '[]'`)
      .groupBy(sql`rules.rowid / ${RULES_A_ROW}`);
  }

  #select() {
    return this.#db.select(ruleColumns).from(ruleVersions).innerJoin(rules, ITS_RULE.on);
  }
}

function searchFor(text = "") {
  const folded = foldText(text);
  if (folded === "") return undefined;
  return sql`(instr(${ruleVersions.search_text}, ${folded}) > 0
    or instr(lower(${ruleVersions.content}), lower(${text.trim()})) > 0)`;
}

/** The row of a version. */
export function toVersionRow(rule: Rule): typeof ruleVersions.$inferInsert {
  const { language: _language, state: _state, known_as: _known, ...version } = rule;
  return { ...version, search_text: foldText(`${version.techniques.join(" ")} ${version.title}`) };
}

/** What a rule says of its latest version. */
function latestOf(rule: Rule) {
  const { language, content } = rule;
  return toLatest(rule, {
    content_sha256: sha256(content),
    ...(sketchDetection(language, content) ?? { detection_sha256: null, sketch: null }),
  });
}

/** What stands of the content in the row of its rule. */
export interface ContentKeys {
  content_sha256: string;
  detection_sha256: string | null;
  sketch: string | null;
}

/** The columns of a rule that say what its latest version is. */
export function toLatest(
  { version, title, known_as, techniques, header, created_at }: Omit<Rule, "content">,
  keys: ContentKeys,
) {
  return {
    version,
    title,
    known_as,
    techniques,
    logsource: header?.logsource ?? null,
    level: header?.level ?? null,
    status: header?.status ?? null,
    updated_at: created_at,
    ...keys,
  };
}
