import { type SQL, sql } from "drizzle-orm";
import type { Statement, Writer } from "../../platform/d1/databases.ts";
import { insertFrom } from "../../platform/d1/insert-rows.ts";
import { type KeyedChunk, keyedChunks, type KeyedRow } from "../../platform/d1/keyed-chunks.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import type { Mentions, ObservableSource, RuledMatch } from "./vocabulary.ts";

/** What the matches of one insertion share. */
interface Shared {
  /** Type of the sources. */
  type: ObservableSource;
  /** SQL for a source's id, whose key is `i.value` as JSON; null where there is none. */
  source: SQL;
  /** What must hold for anything to be inserted. */
  held: SQL;
  now: string;
}

/** The statements that store matches as observables or suppressions, with their mentions. */
export function insertMatches(
  write: Writer,
  mentions: readonly Mentions[],
  { type, source, held, now }: Shared,
): Statement[] {
  const all = mentions.flatMap(({ key, matches }) => matches.map((match) => ({ key, match })));
  const { admitted = [], suppressed = [] } = Object.groupBy(all, ({ match }) =>
    match.rule === null ? "admitted" : "suppressed",
  );
  const each = (
    matches: readonly MatchOfSource[],
    toValues: (match: RuledMatch) => KeyedRow["values"],
    insert: (from: SQL) => Statement,
  ) =>
    [...keyedChunks(matches.map(({ key, match }) => ({ key, values: toValues(match) })))].map(
      (chunk) => insert(rowsOf(chunk, source)),
    );
  return [
    ...each(admitted, admittedValues, (from) => insertObservables(write, now, from, held)),
    ...each(suppressed, suppressedValues, (from) => insertSuppressions(write, now, from, held)),
    ...each(all, mentionValues, (from) => insertMentions(write, type, from, held)),
  ];
}

interface MatchOfSource {
  key: Mentions["key"];
  match: RuledMatch;
}

/** What a row `m` of an observable or a suppression holds, behind the place of its source. */
const ID = sql`m.value->>1`;
const KIND = sql`m.value->>2`;
const NORMALIZED_VALUE = sql`m.value->>3`;
const CONFIDENCE_OR_RULE = sql`m.value->>4`;
/** Most often the same as the normalized one, and then null. */
const VALUE = sql`coalesce(m.value->>5, m.value->>3)`;

/** Sorted by value, rows meet each page of an index once; equal ones stay in their order. */
const IN_ORDER = [KIND, NORMALIZED_VALUE, sql`m.place`];

const admittedValues = (match: RuledMatch) => valuesOf(match, match.confidence);
const suppressedValues = (match: RuledMatch) => valuesOf(match, match.rule);

function valuesOf(match: RuledMatch, confidenceOrRule: number | string | null) {
  const { id, kind, value, normalized_value: normal } = match;
  return [id, kind, normal, confidenceOrRule, value === normal ? null : value];
}

const mentionValues = ({ kind, normalized_value: normal }: RuledMatch) => [kind, normal];

/** SQL for the matches `m` of those sources that are there. A source is looked for once for all of its own. */
function rowsOf({ keys, rows }: KeyedChunk, source: SQL): SQL {
  return sql`(with s as materialized (
    select i.key as place, ${source} as id from json_each(${keys}) i)
    select s.id as source, m.value as value, m.key as place
    from json_each(${rows}) m cross join s on s.place = m.value->>0
    where s.id is not null) m`;
}

function insertObservables(write: Writer, now: string, from: SQL, where: SQL) {
  const values = {
    id: ID,
    kind: KIND,
    value: VALUE,
    normalized_value: NORMALIZED_VALUE,
    origin: sql`'extracted'`,
    confidence: CONFIDENCE_OR_RULE,
    tags: sql`'[]'`,
    confirmed_by: sql`null`,
    first_seen_at: sql`${now}`,
    last_seen_at: sql`${now}`,
  };
  return insertFrom(write, observables, values, from, where, IN_ORDER).onConflictDoUpdate({
    target: [observables.kind, observables.normalized_value],
    set: {
      last_seen_at: sql`excluded.last_seen_at`,
      confidence: sql`max(${observables.confidence}, excluded.confidence)`,
    },
  });
}

function insertSuppressions(write: Writer, now: string, from: SQL, where: SQL) {
  const values = {
    id: ID,
    kind: KIND,
    value: VALUE,
    normalized_value: NORMALIZED_VALUE,
    rule: CONFIDENCE_OR_RULE,
    first_seen_at: sql`${now}`,
    last_seen_at: sql`${now}`,
    restored_at: sql`null`,
    restored_by: sql`null`,
  };
  return insertFrom(write, suppressions, values, from, where, IN_ORDER).onConflictDoUpdate({
    target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
    set: { last_seen_at: sql`excluded.last_seen_at` },
  });
}

function insertMentions(write: Writer, type: ObservableSource, from: SQL, where: SQL) {
  const kind = sql`m.value->>1`;
  const normal = sql`m.value->>2`;
  const values = {
    kind,
    normalized_value: normal,
    source_type: sql`${type}`,
    source_id: sql`m.source`,
  };
  return insertFrom(write, observableSources, values, from, where, [
    sql`m.value->>1`,
    sql`m.value->>2`,
    sql`m.place`,
  ]).onConflictDoNothing();
}
