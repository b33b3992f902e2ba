import { StorageError } from "../../platform/lib/is-storage-failure.ts";
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  lt,
  min,
  ne,
  or,
  sql,
} from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { changesOf, type KnowledgeDb } from "../../platform/d1/databases.ts";
import {
  attributions,
  campaigns,
  groups,
  releases,
  software,
  tactics,
  techniques,
  uses,
} from "./tables.ts";
import type { ReleaseOrigin } from "./vocabulary.ts";

/** A release as stored. */
export type Release = typeof releases.$inferSelect;

/** Tables whose rows belong to a release, by the name that the ingest uses. */
const CONTENT_TABLES = {
  tactics,
  techniques,
  groups,
  campaigns,
  software,
  uses,
  attributions,
} satisfies Record<string, SQLiteTable>;
export type ContentTable = keyof typeof CONTENT_TABLES;

export type NewRelease = Pick<
  Release,
  | "domain"
  | "version"
  | "version_rank"
  | "content_sha256"
  | "technique_count"
  | "group_count"
  | "campaign_count"
> & { origin: ReleaseOrigin; staged_at: string };

/** SQL for releases: staged rows are invisible until `publish` makes them ready in one batch. */
export class ReleaseStore {
  readonly #db: KnowledgeDb;
  readonly #binding: D1Database;
  readonly #onChange: () => void;

  /** @param onChange called when the available releases change */
  constructor(binding: D1Database, db: KnowledgeDb, onChange: () => void) {
    this.#binding = binding;
    this.#db = db;
    this.#onChange = onChange;
  }

  /** Returns the release of that version, or the current one: the highest version that is ready. */
  async find(domain: string, version: string | undefined): Promise<Release | null> {
    const rows = await this.#db
      .select()
      .from(releases)
      .where(
        and(
          eq(releases.domain, domain),
          eq(releases.state, "ready"),
          version === undefined ? undefined : eq(releases.version, version),
        ),
      )
      .orderBy(desc(releases.version_rank))
      .limit(1);
    return rows[0] ?? null;
  }

  /** Lists all available releases by domain, newest first. */
  async listReady(domain?: string): Promise<Release[]> {
    return await this.#db
      .select()
      .from(releases)
      .where(
        and(
          eq(releases.state, "ready"),
          domain === undefined ? undefined : eq(releases.domain, domain),
        ),
      )
      .orderBy(releases.domain, desc(releases.version_rank));
  }

  /** Returns when the first release was staged, or null before that. */
  async findOldestDate(): Promise<string | null> {
    const rows = await this.#db.select({ oldest: min(releases.staged_at) }).from(releases);
    return rows[0]?.oldest ?? null;
  }

  /** Stages an invisible release and returns its id. */
  async stage(release: NewRelease): Promise<number> {
    const rows = await this.#db
      .insert(releases)
      .values({ ...release, state: "staging" })
      .returning({ id: releases.id });
    const [row] = rows;
    if (row === undefined) throw new StorageError("no row came back from an insert");
    return row.id;
  }

  /** Adds rows to a staged release, as one JSON parameter per call. */
  async addRows(releaseId: number, table: ContentTable, json: string): Promise<void> {
    const { name, columns, values } = insertParts(CONTENT_TABLES[table]);
    await this.#binding
      .prepare(
        `INSERT INTO ${name} (release_id, ${columns}) SELECT ?1, ${values} FROM json_each(?2)`,
      )
      .bind(releaseId, json)
      .run();
  }

  /** Counts the rows of a release in each table. */
  async countRows(releaseId: number): Promise<Record<ContentTable, number>> {
    const names = Object.keys(CONTENT_TABLES) as ContentTable[];
    const [first, ...rest] = names.map((name) => {
      const table = CONTENT_TABLES[name];
      return this.#db.select({ n: count() }).from(table).where(eq(table.release_id, releaseId));
    });
    if (first === undefined) throw new Error("no tables");
    const results = await this.#db.batch([first, ...rest]);
    const counted = names.map((name, index) => [name, results[index]?.[0]?.n ?? 0]);
    return Object.fromEntries(counted) as Record<ContentTable, number>;
  }

  /** Publishes a staged release and replaces an earlier ingest of the same version. */
  async publish(release: NewRelease & { id: number }, now: string): Promise<boolean> {
    const sameVersion = and(
      eq(releases.domain, release.domain),
      eq(releases.version, release.version),
      eq(releases.state, "ready"),
    );
    const staged = and(eq(releases.id, release.id), eq(releases.state, "staging"));
    const stillStaged = sql`exists (select 1 from releases s where s.id = ${release.id} and s.state = 'staging')`;
    const [, published] = await this.#db.batch([
      this.#db
        .update(releases)
        .set({ state: "retired", retired_at: now })
        .where(and(sameVersion, ne(releases.id, release.id), stillStaged)),
      this.#db.update(releases).set({ state: "ready", ingested_at: now }).where(staged),
    ]);
    this.#onChange();
    return changesOf(published) === 1;
  }

  /** Retires a release that is not the only one of its domain. Also returns true if it is already retired. */
  async retire(releaseId: number, domain: string, now: string): Promise<boolean> {
    const others = sql`exists (select 1 from releases other where other.domain = ${domain}
      and other.state = 'ready' and other.id <> ${releaseId})`;
    const [, rows] = await this.#db.batch([
      this.#db
        .update(releases)
        .set({ state: "retired", retired_at: now })
        .where(and(eq(releases.id, releaseId), eq(releases.state, "ready"), others)),
      this.#db.select({ state: releases.state }).from(releases).where(eq(releases.id, releaseId)),
    ]);
    this.#onChange();
    return rows[0]?.state !== "ready";
  }

  /** Lists unused releases: retired or abandoned in staging before the given times. */
  async listDisposable(retiredBefore: string, stagedBefore: string): Promise<number[]> {
    const rows = await this.#db
      .select({ id: releases.id })
      .from(releases)
      .where(
        or(
          and(eq(releases.state, "retired"), lt(releases.retired_at, retiredBefore)),
          and(eq(releases.state, "staging"), lt(releases.staged_at, stagedBefore)),
        ),
      );
    return rows.map(({ id }) => id);
  }

  /** Deletes a release that is not available, with all its rows. */
  async remove(releaseId: number): Promise<void> {
    const [first, ...rest] = Object.values(CONTENT_TABLES).map((table) =>
      this.#db.delete(table).where(eq(table.release_id, releaseId)),
    );
    if (first === undefined) return;
    const own = this.#db
      .delete(releases)
      .where(and(eq(releases.id, releaseId), ne(releases.state, "ready")));
    await this.#db.batch([first, ...rest, own]);
  }
}

/** Returns columns and JSON paths of an insert. JSON columns use `->`, others `->>`. */
function insertParts(table: SQLiteTable): { name: string; columns: string; values: string } {
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => name !== "release_id");
  return {
    name: `"${getTableName(table)}"`,
    columns: columns.map(({ name }) => name).join(", "),
    values: columns
      .map(({ name, dataType }) => `value ${dataType === "json" ? "->" : "->>"} '$.${name}'`)
      .join(", "),
  };
}
