import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { foldText } from "../../platform/lib/text.ts";
import { sessions } from "./tables.ts";
import type { REVIEW_STATES, SESSION_ORDERS, SESSION_STATUSES } from "./vocabulary.ts";

/** Filter and order of a session list. */
export interface SessionFilter {
  status: (typeof SESSION_STATUSES)[number];
  order: (typeof SESSION_ORDERS)[number];
  search?: string | undefined;
  technique?: string | undefined;
  /** The names under which a report may mention the group. */
  group?: readonly string[] | undefined;
  /** The ids of the malware or tool that its text names. */
  software?: readonly string[] | undefined;
  /** A CVE id, in upper case. */
  cve?: string | undefined;
  tag?: string | undefined;
  /** Null for sessions without an assignee. */
  assignee?: string | null | undefined;
  review_state?: (typeof REVIEW_STATES)[number] | undefined;
  /** ISO 8601. `from` is included, `before` is not. */
  from?: string | undefined;
  before?: string | undefined;
}

/** Computes `search_text` for rows without it, as far as SQL can fold. */
const OLD_SEARCH_TEXT = sql`lower(coalesce(${sessions.name}, '') || ' ' ||
  coalesce(${sessions.filename}, '') || ' ' || ${sessions.summary})`;

/** Returns the condition for sessions that match a filter. */
export function matchingSessions(filter: SessionFilter): SQL | undefined {
  return and(eq(sessions.status, filter.status), matchingBeyondStatus(filter));
}

/** Returns the conditions other than the status, or undefined if there are none. */
export function matchingBeyondStatus(filter: SessionFilter): SQL | undefined {
  const { search, technique, group, software, cve, tag, from, before } = filter;
  const { assignee, review_state: state } = filter;
  const searched = sql`coalesce(${sessions.search_text}, ${OLD_SEARCH_TEXT})`;
  return and(
    from === undefined ? undefined : gte(sessions.created_at, from),
    before === undefined ? undefined : lt(sessions.created_at, before),
    tag === undefined ? undefined : hasTag(tag),
    state === undefined ? undefined : eq(sessions.review_state, state),
    assignee === undefined ? undefined : isAssignedTo(assignee),
    group === undefined ? undefined : mentions(group),
    software === undefined ? undefined : namesSoftware(software),
    cve === undefined ? undefined : namesCve(cve),
    technique === undefined ? undefined : hasTechnique(technique),
    search === undefined ? undefined : sql`instr(${searched}, ${foldText(search)}) > 0`,
  );
}

/** Matches a tag in lower case, upper case or capitalized, because SQLite folds ASCII only. */
function hasTag(tag: string): SQL {
  const small = tag.normalize("NFC").toLowerCase();
  const [first = ""] = small;
  const forms = [tag, small, small.toUpperCase(), first.toUpperCase() + small.slice(first.length)];
  const wanted = JSON.stringify(forms.map(lowerAscii));
  return sql`exists (select 1 from json_each(${sessions.tags}) tag
    where lower(tag.value) in (select value from json_each(${wanted})))`;
}

/** Matches sessions assigned to a user, whose name may have any letter case, or to no one. */
function isAssignedTo(user: string | null): SQL {
  return user === null
    ? sql`${sessions.assignee} is null`
    : sql`${sessions.assignee} = ${user} collate nocase`;
}

/** Matches reports that mention one of the names. Letter case matters only outside of ASCII. */
function mentions(names: readonly string[]): SQL {
  const wanted = JSON.stringify([...names, ...names.map(lowerAscii)]);
  return sql`exists (select 1 from json_each(${sessions.apt_hints}) hint
    where hint.value in (select value from json_each(${wanted}))
      or lower(hint.value) in (select value from json_each(${wanted})))`;
}

/** Matches texts that name one of the malware and tools. Sessions from before entities existed do not match. */
function namesSoftware(softwareIds: readonly string[]): SQL {
  return sql`exists (select 1 from json_each(${sessions.entities}, '$.software') named
    where named.value ->> '$.attack_id' in (select value from json_each(${JSON.stringify(softwareIds)})))`;
}

/** Matches texts that name the vulnerability. */
function namesCve(cve: string): SQL {
  return sql`exists (select 1 from json_each(${sessions.entities}, '$.cves') named
    where named.value ->> '$.id' = ${cve})`;
}

/** Folds like SQLite's `lower`. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Matches the technique or one of its sub-techniques, unless rejected. Sub-technique ids continue with a dot, and a
 * slash follows the dot.
 */
function hasTechnique(attackId: string): SQL {
  return sql`${sessions.id} in (select found.session_id from session_techniques found
    where found.attack_id >= ${attackId} and found.attack_id < ${`${attackId}/`}
      and found.review_status <> 'rejected')`;
}

/** Returns the columns of an order. Each order is total. */
export function sessionOrder(order: SessionFilter["order"]): SQL[] {
  const newest = [desc(sessions.created_at), desc(sessions.id)];
  switch (order) {
    case "oldest":
      return [asc(sessions.created_at), asc(sessions.id)];
    case "name":
      return [
        sql`coalesce(${sessions.name}, ${sessions.filename}, ${sessions.title}) collate nocase nulls last`,
        ...newest,
      ];
    case "techniques":
      return [desc(sessions.technique_count), ...newest];
    default:
      return newest;
  }
}
