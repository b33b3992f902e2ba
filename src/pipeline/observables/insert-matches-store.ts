import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Statement, Writer } from "../../platform/d1/databases.ts";
import { insertFrom } from "../../platform/d1/insert-rows.ts";
import { type KeyedChunk, keyedChunks, type KeyedRow } from "../../platform/d1/keyed-chunks.ts";
import { jsonRows } from "../../platform/d1/json-rows.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import { endOf } from "./expiry.ts";
import type { Mentions, RuledMatch } from "./found.ts";
import { addressKeyOf, searchKeyOf } from "./search-keys.ts";
import { OBSERVABLE_ROLES, type ObservableSource } from "./vocabulary.ts";

/** Context shared by the matches of one insertion. */
interface Shared {
  /** Type of the sources. */
  type: ObservableSource;
  /** SQL for a source's ID, whose key is `i.value` as JSON. Null if there is none. */
  source: SQL;
  /** Condition for inserting anything. */
  held: SQL;
  now: string;
}

/** Returns the statements that store matches as observables or suppressions, with their mentions. */
export function insertMatches(
  write: Writer,
  mentions: readonly Mentions[],
  { type, source, held, now }: Shared,
): Statement[] {
  const all = mentions.flatMap(({ key, seen_at: seen, matches }) =>
    matches.map((match) => ({ key, seen: seen ?? now, match })),
  );
  const { admitted = [], suppressed = [] } = Object.groupBy(all, ({ match }) =>
    match.suppressed === null ? "admitted" : "suppressed",
  );
  const each = (
    matches: readonly MatchOfSource[],
    toValues: (match: RuledMatch, seen: string) => KeyedRow["values"],
    insert: (from: SQL) => Statement,
  ) =>
    [
      ...keyedChunks(
        matches.map(({ key, seen, match }) => ({ key, values: toValues(match, seen) })),
      ),
    ].map((chunk) => insert(rowsOf(chunk, source)));
  return [
    ...each(
      admitted,
      (match, seen) => admittedValues(match, seen, now),
      (from) => insertObservables(write, now, from, held),
    ),
    ...each(
      suppressed,
      (match, seen) => suppressedValues(match, seen, now),
      (from) => insertSuppressions(write, from, held),
    ),
    ...each(all, mentionValues, (from) => insertMentions(write, { type, now }, from, held)),
  ];
}

interface MatchOfSource {
  key: Mentions["key"];
  seen: string;
  match: RuledMatch;
}

/** The columns of a row `m` of an observable or a suppression, after the index of its source. */
const ID = sql`m.value->>1`;
const KIND = sql`m.value->>2`;
const NORMALIZED_VALUE = sql`m.value->>3`;
/** Usually equal to the normalized value, and then null. */
const VALUE = sql`coalesce(m.value->>4, m.value->>3)`;

/** Sorting by value touches each index page once. Equal rows retain their order. */
const IN_ORDER = [KIND, NORMALIZED_VALUE, sql`m.place`];

const admittedValues = (match: RuledMatch, seen: string, now: string) => [
  ...valuesOf(match),
  match.role,
  match.confidence,
  endOf(match, seen, now),
  searchKeyOf(match),
  addressKeyOf(match),
  ...seenTimes(match, seen, now),
];
/** Returns when a value was first and last seen: as its sender says, or else when its source was written. */
function seenTimes({ times }: RuledMatch, seen: string, now: string): [string, string] {
  const first = times?.first ?? times?.last ?? seen;
  const last = times?.last ?? (first > seen ? first : seen);
  return [first, last].map((time) => (time < now ? time : now)) as [string, string];
}

const suppressedValues = (match: RuledMatch, seen: string, now: string) => [
  ...valuesOf(match),
  match.suppressed?.rule ?? null,
  match.suppressed?.list ?? null,
  ...seenTimes(match, seen, now),
];

function valuesOf({ id, kind, value, normalized_value: normal }: RuledMatch) {
  return [id, kind, normal, value === normal ? null : value];
}

/** Maximum number of places stored per value and source. A value may occur there thousands of times. */
const KEPT_PLACES = 3;

const mentionValues = (match: RuledMatch) => [
  match.kind,
  match.normalized_value,
  match.role,
  match.confidence,
  match.count,
  JSON.stringify(match.mentions.slice(0, KEPT_PLACES)),
];

/** Ranks a role by strength, the strongest first, as an index into the list of roles. */
export const rank = (role: SQL | SQLiteColumn) =>
  sql`instr(${`,${OBSERVABLE_ROLES.join(",")},`}, ',' || ${role} || ',')`;

/** Extends the times of a known value by those of its new source. */
export const widenedSeen = (known: typeof observables | typeof suppressions) => ({
  first_seen_at: sql`min(${known.first_seen_at}, excluded.first_seen_at)`,
  last_seen_at: sql`max(${known.last_seen_at}, excluded.last_seen_at)`,
});

/** Returns SQL for the matches `m` of existing sources. Each source is looked up once for all its matches. */
function rowsOf({ keys, rows }: KeyedChunk, source: SQL): SQL {
  return sql`(with s as materialized (
    select i.key as place, ${source} as id from ${jsonRows(keys)} i)
    select s.id as source, m.value as value, m.key as place
    from ${jsonRows(rows)} m cross join s on s.place = m.value->>0
    where s.id is not null) m`;
}

function insertObservables(write: Writer, now: string, from: SQL, where: SQL) {
  const values = {
    id: ID,
    kind: KIND,
    value: VALUE,
    normalized_value: NORMALIZED_VALUE,
    origin: sql`'extracted'`,
    role: sql`m.value->>5`,
    confidence: sql`m.value->>6`,
    tags: sql`'[]'`,
    confirmed_by: sql`null`,
    decided_by: sql`null`,
    first_seen_at: sql`min(m.value->>10, m.value->>11)`,
    last_seen_at: sql`m.value->>11`,
    created_at: sql`${now}`,
    expires_at: sql`m.value->>7`,
    search_key: sql`m.value->>8`,
    address_key: sql`m.value->>9`,
  };
  const { decided_by: by, confidence, role } = observables;
  const isStronger = sql`${rank(sql`excluded.role`)} < ${rank(role)}`;
  return insertFrom(write, observables, values, from, where, IN_ORDER).onConflictDoUpdate({
    target: [observables.kind, observables.normalized_value],
    set: {
      ...widenedSeen(observables),
      // A decision by an analyst is retained.
      confidence: sql`iif(${by} is null, max(${confidence}, excluded.confidence), ${confidence})`,
      role: sql`iif(${by} is null and ${isStronger}, excluded.role, ${role})`,
      expires_at: sql`max(${observables.expires_at}, excluded.expires_at)`,
    },
  });
}

function insertSuppressions(write: Writer, from: SQL, where: SQL) {
  const values = {
    id: ID,
    kind: KIND,
    value: VALUE,
    normalized_value: NORMALIZED_VALUE,
    rule: sql`m.value->>5`,
    list: sql`m.value->>6`,
    first_seen_at: sql`min(m.value->>7, m.value->>8)`,
    last_seen_at: sql`m.value->>8`,
    restored_at: sql`null`,
    restored_by: sql`null`,
  };
  return insertFrom(write, suppressions, values, from, where, IN_ORDER).onConflictDoUpdate({
    target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
    set: { ...widenedSeen(suppressions), list: sql`excluded.list` },
  });
}

function insertMentions(
  write: Writer,
  { type, now }: Pick<Shared, "type" | "now">,
  from: SQL,
  where: SQL,
) {
  const values = {
    kind: sql`m.value->>1`,
    normalized_value: sql`m.value->>2`,
    source_type: sql`${type}`,
    source_id: sql`m.source`,
    role: sql`m.value->>3`,
    confidence: sql`m.value->>4`,
    count: sql`m.value->>5`,
    places: sql`m.value->>6`,
    read_at: sql`${now}`,
  };
  const { role, confidence, count, places } = observableSources;
  const isStronger = sql`${rank(sql`excluded.role`)} < ${rank(role)}`;
  const order = [sql`m.value->>1`, sql`m.value->>2`, sql`m.place`];
  return insertFrom(write, observableSources, values, from, where, order).onConflictDoUpdate({
    target: [
      observableSources.kind,
      observableSources.normalized_value,
      observableSources.source_type,
      observableSources.source_id,
    ],
    // Another part of the source adds details, or repeats them.
    set: {
      role: sql`iif(${isStronger}, excluded.role, ${role})`,
      confidence: sql`max(${confidence}, excluded.confidence)`,
      places: sql`iif(excluded.count > 0, excluded.places, ${places})`,
      count: sql`max(${count}, excluded.count)`,
      read_at: sql`excluded.read_at`,
    },
  });
}
