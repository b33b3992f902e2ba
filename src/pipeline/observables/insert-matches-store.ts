import { type SQL, sql } from "drizzle-orm";
import type { Statement, Writer } from "../../platform/d1/databases.ts";
import { insertFrom } from "../../platform/d1/insert-rows.ts";
import type { PackedMentions } from "./pack-mentions.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import type { ObservableSource } from "./vocabulary.ts";

/** What the matches of one insertion share. */
interface Shared {
  /** Type of the sources. */
  type: ObservableSource;
  /** SQL for a source's id, whose key is `i.value`; null where there is none. */
  source: SQL;
  /** What must hold for anything to be inserted. */
  held: SQL;
  now: string;
}

/** The statements that store matches as observables or suppressions, with their mentions. */
export function insertMatches(
  write: Writer,
  chunk: readonly PackedMentions[],
  { type, source, held, now }: Shared,
): Statement[] {
  const json = JSON.stringify(chunk);
  const from = (path: string) => sql`json_each(${json}) i, json_each(i.value, ${path}) m`;
  const where = sql`${source} is not null and ${held}`;
  const statements: Statement[] = [];
  if (chunk.some(({ admitted }) => admitted.length > 0)) {
    const rows = from("$.admitted");
    statements.push(
      insertObservables(write, now, rows, where),
      insertMentions(write, type, source, rows, where),
    );
  }
  if (chunk.some(({ suppressed }) => suppressed.length > 0)) {
    const rows = from("$.suppressed");
    statements.push(
      insertSuppressions(write, now, rows, where),
      insertMentions(write, type, source, rows, where),
    );
  }
  return statements;
}

/** What a row `m` of `PackedMatch` holds. */
const ID = sql`m.value->>0`;
const KIND = sql`m.value->>1`;
const VALUE = sql`m.value->>2`;
const NORMALIZED_VALUE = sql`m.value->>3`;
const CONFIDENCE_OR_RULE = sql`m.value->>4`;

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
  return insertFrom(write, observables, values, from, where).onConflictDoUpdate({
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
  return insertFrom(write, suppressions, values, from, where).onConflictDoUpdate({
    target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
    set: { last_seen_at: sql`excluded.last_seen_at` },
  });
}

function insertMentions(write: Writer, type: ObservableSource, source: SQL, from: SQL, where: SQL) {
  const values = {
    kind: KIND,
    normalized_value: NORMALIZED_VALUE,
    source_type: sql`${type}`,
    source_id: source,
  };
  return insertFrom(write, observableSources, values, from, where).onConflictDoNothing();
}
