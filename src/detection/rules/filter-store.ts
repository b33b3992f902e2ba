import { and, eq, type SQL, sql } from "drizzle-orm";
import { foldText } from "../../platform/lib/text.ts";
import { rules, ruleVersions } from "./tables.ts";
import type { RuleLanguage } from "../languages/vocabulary.ts";
import type { RuleState } from "./vocabulary.ts";

/** A filter of rules by their latest versions. A missing field matches all. */
export interface RuleFilter {
  state?: RuleState | undefined;
  level?: string | undefined;
  status?: string | undefined;
  technique_id?: string | undefined;
  /** Includes the sub-techniques of `technique_id`. */
  include?: "subtechniques" | undefined;
  product?: string | undefined;
  category?: string | undefined;
  service?: string | undefined;
  language?: RuleLanguage | undefined;
  /** Literal text: case-insensitive in title and technique id, and for ASCII in the content. */
  q?: string | undefined;
}

/** Builds the SQL condition of a filter, for rules joined with their latest version. */
export function matchingRules(filter: RuleFilter): SQL | undefined {
  const { state, level, status, language } = filter;
  return and(
    state === undefined ? undefined : eq(rules.state, state),
    level === undefined ? undefined : eq(rules.level, level),
    status === undefined ? undefined : eq(rules.status, status),
    language === undefined ? undefined : eq(rules.language, language),
    ...(["product", "category", "service"] as const).map((word) =>
      filter[word] === undefined
        ? undefined
        : sql`${rules.logsource}->>${`$.${word}`} = ${filter[word]}`,
    ),
    hasTechnique(filter),
    searchFor(filter.q),
  );
}

function hasTechnique({ technique_id: id, include }: RuleFilter): SQL | undefined {
  if (id === undefined) return undefined;
  const isBelow =
    include === undefined ? sql`` : sql` or substr(value, 1, ${id.length + 1}) = ${`${id}.`}`;
  return sql`exists (select 1 from json_each(${rules.techniques}) where value = ${id}${isBelow})`;
}

function searchFor(text = ""): SQL | undefined {
  const folded = foldText(text);
  if (folded === "") return undefined;
  return sql`(instr(${ruleVersions.search_text}, ${folded}) > 0
    or instr(lower(${ruleVersions.content}), lower(${text.trim()})) > 0)`;
}
