import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../platform/audit/commit.ts";
import type { Statement, WorkspaceDb, Writer } from "../../platform/d1/databases.ts";
import type { Mentions, RuledMatch, Suppressing } from "./found.ts";
import { isMentionedBy } from "./filter-store.ts";
import { insertMatches, rank } from "./insert-matches-store.ts";
import { observables, observableSources, suppressions } from "./tables.ts";
import { keyOf, type Match, type ObservableSource } from "./vocabulary.ts";

/** Maximum number of matches per lookup. */
const LOOKED_UP = 2_500;

/** SQL that stores matches as observables, their mentions and suppressions, in the same batch as their source. */
export class MatchStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /**
   * Applies analysts' decisions: a restored value is admitted regardless of suppression rules, a deleted one is
   * suppressed. Returns the mentions with the updated rules.
   */
  async applyRulings(mentions: readonly Mentions[]): Promise<Mentions[]> {
    const matches = mentions.flatMap((one) => one.matches);
    const rulings = new Map<string, Ruling>();
    for (const chunk of cut(matches, LOOKED_UP)) {
      const values = JSON.stringify(chunk.map((m) => [m.kind, m.normalized_value]));
      const rows = await this.#db.all<Match & { rule: string; restored: number }>(sql`
        select s.kind, s.normalized_value, s.rule, s.restored_at is not null as restored
        from json_each(${values}) v cross join suppressions s
        on s.kind = v.value->>0 and s.normalized_value = v.value->>1
        where s.restored_at is not null or s.rule = 'deleted_by_analyst'`);
      for (const row of rows) {
        const ruling = rulings.get(keyOf(row)) ?? { isRestored: false, isDeleted: false };
        if (row.restored === 1) ruling.isRestored = true;
        else ruling.isDeleted = true;
        rulings.set(keyOf(row), ruling);
      }
    }
    const rule = (match: RuledMatch) => ({
      ...match,
      suppressed: ruledBy(match, rulings.get(keyOf(match))),
    });
    return mentions.map((one) => ({ ...one, matches: one.matches.map(rule) }));
  }

  /**
   * Stores matches as observables or suppressions, and the mentions by their sources.
   * @param type of the sources
   * @param sourceOf SQL for a source's ID, given SQL for its key as JSON; null if there is none
   */
  store(mentions: readonly Mentions[], type: ObservableSource, sourceOf: (key: SQL) => SQL): Part {
    const source = sourceOf(sql`i.value`);
    return (write, held, now) => insertMatches(write, mentions, { type, source, held, now });
  }

  /** Stores matches of one source with a known ID. */
  storeFrom(mentions: readonly Mentions[], type: ObservableSource, id: string): Part {
    return this.store(mentions, type, () => sql`${id}`);
  }

  /**
   * Removes a source's mentions, with the observables and suppressions that only it added. Observables that an
   * analyst added, changed, restored or deleted remain unchanged.
   */
  removeMentions(type: ObservableSource, id: string): Part {
    const onlyHere = (table: SQL, removable: SQL) => sql`id in (
      select v.id from observable_sources s cross join ${table} v
        on v.kind = s.kind and v.normalized_value = s.normalized_value
      where s.source_type = ${type} and s.source_id = ${id} and ${removable}
        and not exists (select 1 from observable_sources other where other.kind = s.kind
          and other.normalized_value = s.normalized_value
          and (other.source_type <> ${type} or other.source_id <> ${id})))`;
    const unconfirmed = sql`v.origin = 'extracted' and v.confirmed_by is null`;
    const unruled = sql`v.restored_at is null and v.rule <> 'deleted_by_analyst'`;
    const itsMentions = and(
      eq(observableSources.source_type, type),
      eq(observableSources.source_id, id),
    );
    return (write, held) => [
      write.delete(observables).where(and(onlyHere(sql`observables`, unconfirmed), held)),
      write.delete(suppressions).where(and(onlyHere(sql`suppressions`, unruled), held)),
      this.#weighWithout(write, type, id, held),
      write.delete(observableSources).where(and(itsMentions, held)),
    ];
  }

  /** Updates what a source mentions to the combined evidence of all sources, except for analysts' decisions. */
  weigh(type: ObservableSource, id: string): Part {
    return (write, held) => [this.#weigh(write, sql`true`, type, id, held)];
  }

  /** Does the same without the evidence of this source. */
  #weighWithout(write: Writer, type: ObservableSource, id: string, held: SQL): Statement {
    return this.#weigh(
      write,
      sql`(other.source_type <> ${type} or other.source_id <> ${id})`,
      type,
      id,
      held,
    );
  }

  #weigh(write: Writer, counts: SQL, type: ObservableSource, id: string, held: SQL): Statement {
    const all = (what: SQL) => sql`(select ${what} from observable_sources other
      where other.kind = ${observables.kind}
        and other.normalized_value = ${observables.normalized_value} and ${counts})`;
    const strongest = sql`substr(min(printf('%03d', ${rank(sql`other.role`)}) || other.role), 4)`;
    return write
      .update(observables)
      .set({
        role: sql`coalesce(${all(strongest)}, ${observables.role})`,
        confidence: sql`coalesce(${all(sql`max(other.confidence)`)}, ${observables.confidence})`,
      })
      .where(and(isMentionedBy({ type, id }), isNull(observables.decided_by), held));
  }

  /** Returns the keys of matches whose values are already observables. */
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

  /** Returns the select that counts which of these IDs became observables, for the batch that stores them. */
  countCreated(ids: readonly string[]) {
    return this.#db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(sql`json_each(${JSON.stringify(ids)}) i cross join observables o on o.id = i.value`);
  }
}

/** Whether analysts restored a value from every rule, and whether one deleted it. */
interface Ruling {
  isRestored: boolean;
  isDeleted: boolean;
}

function ruledBy({ suppressed }: RuledMatch, ruling: Ruling | undefined): Suppressing | null {
  if (ruling?.isDeleted === true) return { rule: "deleted_by_analyst", list: null };
  return ruling?.isRestored === true ? null : suppressed;
}

function* cut<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
