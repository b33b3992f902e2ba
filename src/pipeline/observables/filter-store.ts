import { and, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { formsOf, type Range, rangesOf } from "./search-keys.ts";
import { hasReports } from "./sort-store.ts";
import { observables } from "./tables.ts";
import type { ObservableKind, ObservableRole, ObservableSource } from "./vocabulary.ts";

/** Filter of observables. Absent fields match everything. */
export interface ObservableFilter {
  kind?: readonly ObservableKind[] | undefined;
  /** The beginning of a value, a host name, or a network: `rangesOf`. */
  q?: string | undefined;
  /** A complete value in any of its written forms: `formsOf`. */
  value?: string | undefined;
  origin?: "extracted" | "manual" | undefined;
  role?: readonly ObservableRole[] | undefined;
  min_confidence?: number | undefined;
  tag?: string | undefined;
  /** Whether to match only observables that have not expired, or only those that have. */
  active?: boolean | undefined;
  /** ISO 8601. The end is exclusive. */
  first_seen_since?: string | undefined;
  first_seen_until?: string | undefined;
  last_seen_since?: string | undefined;
  last_seen_until?: string | undefined;
  /** Only those that each of these reports and sessions mentions. */
  sources?: readonly { type: ObservableSource; id: string }[] | undefined;
  /** Only those that at least this many reports and sessions mention. */
  min_reports?: number | undefined;
}

/**
 * The index that finds observables: a search or the mentioning sources, other columns in reverse time order, or ID
 * for a walk through all. SQLite misjudges the size of a search result. A `+` before a column tells it not to
 * use that column's index.
 */
export type Way = "search" | "time" | "walk";

/** Returns whether a filter supports the `search` way. */
export function isSearch({ q, value, sources = [] }: ObservableFilter): boolean {
  return q !== undefined || value !== undefined || sources.length > 0;
}

/** Returns the condition of a filter, or undefined if it matches everything. */
export function matching(filter: ObservableFilter, now: string, way: Way): SQL | undefined {
  const { q, value, sources = [] } = filter;
  const isBySearch = way === "search" && isSearch(filter);
  return and(
    ...columnConditions(filter, now, isBySearch || way === "walk" ? sql`+` : sql``),
    q === undefined ? undefined : found(q, isBySearch ? sql`` : sql`+`),
    value === undefined ? undefined : oneOf(sql``, observables.normalized_value, formsOf(value)),
    ...sources.map(isMentionedBy),
  );
}

function columnConditions(
  {
    kind,
    origin,
    role,
    min_confidence: least,
    tag,
    active,
    min_reports,
    ...seen
  }: ObservableFilter,
  now: string,
  sign: SQL,
): (SQL | undefined)[] {
  const { first_seen_at: first, last_seen_at: last, expires_at: end } = observables;
  const when = <T>(value: T | undefined, condition: (value: T) => SQL) =>
    value === undefined ? undefined : condition(value);
  return [
    when(kind, (wanted) => oneOf(sign, observables.kind, wanted)),
    when(role, (wanted) => oneOf(sign, observables.role, wanted)),
    // A partial index is used only if the query repeats its condition.
    when(origin, (wanted) =>
      wanted === "manual" ? sql`${sign}origin = 'manual'` : sql`+origin = ${wanted}`,
    ),
    when(
      tag,
      (wanted) => sql`${sign}tags <> '[]' and exists (
        select 1 from json_each(${observables.tags}) t where t.value = ${wanted})`,
    ),
    when(active, (wanted) =>
      wanted
        ? sql`(${sign}${end} is null or ${sign}${end} > ${now})`
        : sql`${sign}${end} <= ${now}`,
    ),
    when(min_reports, hasReports),
    when(least, (wanted) => sql`${observables.confidence} >= ${wanted}`),
    when(seen.first_seen_since, (since) => sql`${first} >= ${since}`),
    when(seen.first_seen_until, (until) => sql`${first} < ${until}`),
    when(seen.last_seen_since, (since) => sql`${sign}${last} >= ${since}`),
    when(seen.last_seen_until, (until) => sql`${sign}${last} < ${until}`),
  ];
}

function oneOf(sign: SQL, column: SQLiteColumn, wanted: readonly string[]): SQL {
  const [first, ...more] = wanted;
  if (more.length === 0) return sql`${sign}${column} = ${first}`;
  return sql`${sign}${column} in (select value from json_each(${JSON.stringify(wanted)}))`;
}

/** Matches a value or one of its keys against a search. Each side of the `or` has an index. */
export function found(q: string, sign = sql``): SQL | undefined {
  const { values, keys, addresses } = rangesOf(q);
  const inside =
    (column: SQLiteColumn) =>
    ([first, last]: Range) =>
      first === last
        ? sql`${sign}${column} = ${first}`
        : sql`(${sign}${column} >= ${first} and ${sign}${column} <= ${last})`;
  return or(
    ...values.map(inside(observables.normalized_value)),
    ...keys.map(inside(observables.search_key)),
    ...addresses.map(inside(observables.address_key)),
  );
}

/** Matches observables that a report or session mentions. */
export function isMentionedBy({ type, id }: { type: ObservableSource; id: string }): SQL {
  return sql`(${observables.kind}, ${observables.normalized_value}) in (
    select s.kind, s.normalized_value from observable_sources s
    where s.source_type = ${type} and s.source_id = ${id})`;
}
