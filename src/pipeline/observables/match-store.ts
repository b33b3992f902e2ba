import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Part } from "../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../platform/d1/databases.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import { keyOf, type Match, type SuppressionRule } from "./vocabulary.ts";

/** A match that is to be stored, under the id that it gets if it is new. */
export interface RuledMatch extends Match {
  id: string;
  /** 0 to 100. */
  confidence: number;
  /** Why it is kept out, or null. */
  rule: SuppressionRule | null;
}

/** Matches of one source; `key` holds what SQL needs to find that source. */
export interface Sighting {
  key: Record<string, string | null>;
  matches: readonly RuledMatch[];
}

/** Matches that are looked up at once. */
const LOOKED_UP = 2_500;
/** Characters of one JSON parameter: under D1's 2 MB even where each takes three bytes of UTF-8. */
const CHUNK_CHARS = 600_000;
/** Characters of a match beside its two values: its id, its kind, and the signs of JSON. */
const MATCH_CHARS = 80;
/** Matches of one report in one part. */
const PART_MATCHES = 1_000;

/**
 * SQL that stores matches as observables, their sources and suppressions, as statements that belong
 * into the batch of whatever the matches came with.
 */
export class MatchStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /**
   * What analysts ruled: a restored value is let in whatever the rules say, a deleted one is kept
   * out. Answers the sightings with the rules of their matches set accordingly.
   */
  async applyRulings(sightings: readonly Sighting[]): Promise<Sighting[]> {
    const matches = sightings.flatMap((sighting) => sighting.matches);
    const rulings = new Map<string, { restored: Set<string>; deleted: boolean }>();
    for (const chunk of cut(matches, LOOKED_UP)) {
      const values = JSON.stringify(chunk.map((m) => [m.kind, m.normalized_value]));
      const rows = await this.#db.all<Match & { rule: string; restored: number }>(sql`
        select s.kind, s.normalized_value, s.rule, s.restored_at is not null as restored
        from json_each(${values}) v cross join suppressions s
        on s.kind = v.value->>0 and s.normalized_value = v.value->>1
        where s.restored_at is not null or s.rule = 'deleted_by_analyst'`);
      for (const row of rows) {
        const ruling = rulings.get(keyOf(row)) ?? { restored: new Set(), deleted: false };
        if (row.restored === 1) ruling.restored.add(row.rule);
        else ruling.deleted = true;
        rulings.set(keyOf(row), ruling);
      }
    }
    const rule = (match: RuledMatch) => ({
      ...match,
      rule: ruledBy(match, rulings.get(keyOf(match))),
    });
    return sightings.map((sighting) => ({ ...sighting, matches: sighting.matches.map(rule) }));
  }

  /**
   * @param type of the sources
   * @param source SQL for a source's id, or null where there is none; its `key` is `i.value`
   */
  statements(
    sightings: readonly Sighting[],
    type: "report" | "session",
    source: SQL,
    now: string,
  ): BatchItem<"sqlite">[] {
    return [...cutSightings(sightings)].flatMap((chunk) => {
      const json = JSON.stringify(chunk);
      const from = (place: "$.m" | "$.s") =>
        sql`from json_each(${json}) i, json_each(i.value, ${place}) m where ${source} is not null`;
      const seen = (place: "$.m" | "$.s") =>
        this.#db
          .insert(observableSources)
          .select(sql`select m.value->>1, m.value->>3, ${type}, ${source} ${from(place)}`)
          .onConflictDoNothing();
      const admitted = [this.#insertObservables(from("$.m"), now), seen("$.m")];
      const suppressed = [this.#insertSuppressions(from("$.s"), now), seen("$.s")];
      return [
        ...(chunk.some(({ m }) => m.length > 0) ? admitted : []),
        ...(chunk.some(({ s }) => s.length > 0) ? suppressed : []),
      ];
    });
  }

  /** The same as a part of a change, for matches of one session. */
  storeFor(sightings: readonly Sighting[], sessionId: string): Part {
    return (_write, held, now) =>
      this.statements(sightings, "session", sql`(select ${sessionId} where ${held})`, now);
  }

  /**
   * The statements that forget a source, with the observables and suppressions that only it brought.
   * What an analyst added, changed, restored or deleted by hand stays as the analyst left it.
   */
  forgetStatements(
    type: "report" | "session",
    id: string,
    held: SQL = sql`true`,
  ): BatchItem<"sqlite">[] {
    const onlyHere = (table: SQL, removable: SQL) => sql`id in (
      select v.id from observable_sources s cross join ${table} v
        on v.kind = s.kind and v.normalized_value = s.normalized_value
      where s.source_type = ${type} and s.source_id = ${id} and ${removable} and ${held}
        and not exists (select 1 from observable_sources other where other.kind = s.kind
          and other.normalized_value = s.normalized_value
          and (other.source_type <> ${type} or other.source_id <> ${id})))`;
    const unconfirmed = sql`v.origin = 'extracted' and v.confirmed_by is null`;
    const unruled = sql`v.restored_at is null and v.rule <> 'deleted_by_analyst'`;
    return [
      this.#db.delete(observables).where(onlyHere(sql`observables`, unconfirmed)),
      this.#db.delete(suppressions).where(onlyHere(sql`suppressions`, unruled)),
      this.#db
        .delete(observableSources)
        .where(
          and(eq(observableSources.source_type, type), eq(observableSources.source_id, id), held),
        ),
    ];
  }

  /** The same as a part of a change, for one session. */
  forgetSession(sessionId: string): Part {
    return (_write, held) => this.forgetStatements("session", sessionId, held);
  }

  #insertObservables(from: SQL, now: string) {
    return this.#db
      .insert(observables)
      .select(
        sql`select m.value->>0, m.value->>1, m.value->>2, m.value->>3, 'extracted', m.value->>4,
          '[]', null, ${now}, ${now} ${from}`,
      )
      .onConflictDoUpdate({
        target: [observables.kind, observables.normalized_value],
        set: {
          last_seen_at: sql`excluded.last_seen_at`,
          confidence: sql`max(${observables.confidence}, excluded.confidence)`,
        },
      });
  }

  #insertSuppressions(from: SQL, now: string) {
    return this.#db
      .insert(suppressions)
      .select(
        sql`select m.value->>0, m.value->>1, m.value->>2, m.value->>3, m.value->>4, ${now}, ${now},
          null, null ${from}`,
      )
      .onConflictDoUpdate({
        target: [suppressions.kind, suppressions.normalized_value, suppressions.rule],
        set: { last_seen_at: sql`excluded.last_seen_at` },
      });
  }

  /** Keys of those matches whose values are observables already. */
  async findKnown(matches: readonly Match[]): Promise<Set<string>> {
    const known = new Set<string>();
    for (const chunk of cut(matches, LOOKED_UP)) {
      const values = JSON.stringify(chunk.map((m) => [m.kind, m.normalized_value]));
      const rows = await this.#db.all<Omit<Match, "value">>(sql`
        select o.kind, o.normalized_value from json_each(${values}) v cross join observables o
        on o.kind = v.value->>0 and o.normalized_value = v.value->>1`);
      for (const row of rows) known.add(keyOf(row));
    }
    return known;
  }

  /** How many of these ids became observables. */
  countCreated(ids: readonly string[]) {
    return this.#db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(sql`json_each(${JSON.stringify(ids)}) i cross join observables o on o.id = i.value`);
  }
}

function ruledBy(
  { rule }: RuledMatch,
  ruling: { restored: Set<string>; deleted: boolean } | undefined,
): SuppressionRule | null {
  if (ruling?.deleted === true) return "deleted_by_analyst";
  return rule !== null && ruling?.restored.has(rule) === true ? null : rule;
}

function* cut<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/** Matches of one source as compact rows for SQL: `m` is let in, `s` is suppressed. */
interface Packed {
  [key: string]: unknown;
  m: unknown[];
  s: unknown[];
}

function* cutSightings(sightings: readonly Sighting[]): Generator<Packed[]> {
  let chunk: Packed[] = [];
  let size = 0;
  for (const { key, matches } of sightings) {
    for (const part of cut(matches, PART_MATCHES)) {
      const chars = sizeOf(key, part);
      if (size + chars > CHUNK_CHARS && chunk.length > 0) {
        yield chunk;
        chunk = [];
        size = 0;
      }
      chunk.push(packSighting(key, part));
      size += chars;
    }
  }
  if (chunk.length > 0) yield chunk;
}

function packSighting(key: Sighting["key"], matches: readonly RuledMatch[]): Packed {
  const pack = (m: RuledMatch, last: unknown) => [m.id, m.kind, m.value, m.normalized_value, last];
  return {
    ...key,
    m: matches.filter((m) => m.rule === null).map((m) => pack(m, m.confidence)),
    s: matches.filter((m) => m.rule !== null).map((m) => pack(m, m.rule)),
  };
}

function sizeOf(key: Sighting["key"], matches: readonly RuledMatch[]): number {
  return matches.reduce(
    (sum, m) => sum + m.value.length + m.normalized_value.length + MATCH_CHARS,
    JSON.stringify(key).length,
  );
}
