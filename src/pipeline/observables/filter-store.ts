import { and, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { Range, SearchRanges } from "./search-keys.ts";
import { rangesOf } from "./search-keys.ts";
import { observables } from "./tables.ts";
import type { ObservableKind, ObservableRole, ObservableSource } from "./vocabulary.ts";

/** Which observables are wanted; what is left out does not matter. */
export interface ObservableFilter {
  kind?: readonly ObservableKind[] | undefined;
  /** A value's beginning, a host name, or a network: `rangesOf`. */
  q?: string | undefined;
  origin?: "extracted" | "manual" | undefined;
  role?: readonly ObservableRole[] | undefined;
  min_confidence?: number | undefined;
  tag?: string | undefined;
  /** Those that have not expired, or those that have. */
  active?: boolean | undefined;
  /** ISO 8601; the end is the moment after it. */
  first_seen_since?: string | undefined;
  first_seen_until?: string | undefined;
  last_seen_since?: string | undefined;
  last_seen_until?: string | undefined;
  /** Only those that each of these reports and sessions mentions. */
  sources?: readonly { type: ObservableSource; id: string }[] | undefined;
}

/** The condition of a filter; undefined where all are wanted. */
export function matching(filter: ObservableFilter, now: string): SQL | undefined {
  const { kind, q, origin, role, tag, active, sources = [] } = filter;
  return and(
    kind === undefined ? undefined : oneOf(observables.kind, kind),
    role === undefined ? undefined : oneOf(observables.role, role),
    // Partial indexes answer only what repeats their own condition.
    origin === undefined
      ? undefined
      : origin === "manual"
        ? sql`origin = 'manual'`
        : eq(observables.origin, origin),
    tag === undefined
      ? undefined
      : sql`tags <> '[]' and exists (select 1 from json_each(${observables.tags}) t where t.value = ${tag})`,
    active === undefined ? undefined : isActive(active, now),
    filter.min_confidence === undefined
      ? undefined
      : gte(observables.confidence, filter.min_confidence),
    within(observables.first_seen_at, filter.first_seen_since, filter.first_seen_until),
    within(observables.last_seen_at, filter.last_seen_since, filter.last_seen_until),
    q === undefined ? undefined : found(rangesOf(q)),
    ...sources.map(isMentionedBy),
  );
}

function oneOf<T extends string>(
  column: typeof observables.kind | typeof observables.role,
  wanted: readonly T[],
): SQL {
  return wanted.length === 1
    ? sql`${column} = ${wanted[0]}`
    : inArray(column as typeof observables.kind, wanted as unknown as ObservableKind[]);
}

function within(
  column: typeof observables.first_seen_at | typeof observables.last_seen_at,
  since: string | undefined,
  until: string | undefined,
): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(column, since),
    until === undefined ? undefined : lt(column, until),
  );
}

/** That an observable is active, or that it is not. */
export function isActive(active: boolean, now: string): SQL | undefined {
  const { expires_at: end } = observables;
  return active ? or(isNull(end), gt(end, now)) : lte(end, now);
}

/** That a value or a key lies in a range; each side of the `or` has an index. */
export function found({ values, keys, addresses }: SearchRanges): SQL | undefined {
  const inside = (column: SQL, [first, last]: Range) =>
    first === last
      ? sql`${column} = ${first}`
      : sql`(${column} >= ${first} and ${column} <= ${last})`;
  return or(
    ...values.map((range) => inside(sql`${observables.normalized_value}`, range)),
    ...keys.map((range) => inside(sql`${observables.search_key}`, range)),
    ...addresses.map((range) => inside(sql`${observables.address_key}`, range)),
  );
}

/** That a report or session mentions it. */
export function isMentionedBy({ type, id }: { type: ObservableSource; id: string }): SQL {
  return sql`(${observables.kind}, ${observables.normalized_value}) in (
    select s.kind, s.normalized_value from observable_sources s
    where s.source_type = ${type} and s.source_id = ${id})`;
}
