import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import { readPage } from "../../../platform/d1/read-page.ts";
import type { Paged } from "../../../platform/lib/page.ts";
import type { TestQuery } from "./params.ts";
import type { CoverageTest } from "./schema.ts";
import { coverageTests } from "./tables.ts";

export type TestRow = typeof coverageTests.$inferSelect;
/** The fields of a new test. */
export type NewTestRow = Omit<TestRow, "revision" | "created_at" | "updated_at">;
/** The fields of a test that can be changed. */
export type ChangedTest = Partial<
  Pick<TestRow, "rule_id" | "rule_title" | "result" | "tested_at" | "events" | "note">
>;

const NEWEST_FIRST = [
  desc(coverageTests.tested_at),
  desc(coverageTests.created_at),
  desc(coverageTests.id),
];

/** SQL for the tests of techniques. */
export class CoverageTestStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a test. */
  create(test: NewTestRow): Part {
    return (write, held, now) => [
      insertRow(
        write,
        coverageTests,
        { ...test, revision: 1, created_at: now, updated_at: now },
        held,
      ),
    ];
  }

  /** Changes a test. */
  change(id: string, change: ChangedTest): Part {
    return (write, held, now) => [
      write
        .update(coverageTests)
        .set({ ...change, revision: sql`${coverageTests.revision} + 1`, updated_at: now })
        .where(and(eq(coverageTests.id, id), held)),
    ];
  }

  /** Deletes a test. */
  remove(id: string): Part {
    return (write, held) => [
      write.delete(coverageTests).where(and(eq(coverageTests.id, id), held)),
    ];
  }

  /** Builds the condition that a test exists and, if a revision is given, is unchanged since. */
  isThere({ id, revision }: Pick<TestRow, "id"> & Partial<Pick<TestRow, "revision">>): SQL {
    const since = revision === undefined ? undefined : eq(coverageTests.revision, revision);
    return sql`exists (select 1 from coverage_tests where ${and(eq(coverageTests.id, id), since)})`;
  }

  /** Builds the condition that there are fewer tests than a limit. */
  hasRoom(most: number): SQL {
    return sql`(select count(*) < ${most} from coverage_tests)`;
  }

  async find(id: string): Promise<CoverageTest | null> {
    return (await this.selectOne(id)).map(toTest)[0] ?? null;
  }

  /** Builds the select of a test, for use in the batch of its change. */
  selectOne(id: string) {
    return this.#db.select().from(coverageTests).where(eq(coverageTests.id, id));
  }

  /** Lists tests, newest first. */
  async list({ limit, offset, ...filter }: TestQuery): Promise<Paged<CoverageTest>> {
    const { items, total } = await readPage(this.#db, coverageTests, {
      where: matching(filter),
      orderBy: NEWEST_FIRST,
      page: { limit, offset },
    });
    return { items: items.map(toTest), total };
  }

  /** Builds the select of the newest test of each technique, with the number of its tests. */
  selectNewest() {
    const { id, attack_id, domain, result, tested_at, created_by } = coverageTests;
    return this.#db
      .select({
        id,
        attack_id,
        domain,
        result,
        tested_at,
        created_by,
        // SQLite takes the other columns from the row with the maximum.
        at: sql<string>`max(${coverageTests.tested_at} || ${coverageTests.created_at} || ${coverageTests.id})`,
        test_count: sql<number>`count(*)`,
      })
      .from(coverageTests)
      .groupBy(coverageTests.domain, coverageTests.attack_id);
  }
}

function matching({
  attack_id,
  domain,
  rule_id,
  result,
  since,
  until,
}: Omit<TestQuery, "limit" | "offset">) {
  const is = coverageTests;
  return and(
    attack_id === undefined ? undefined : eq(is.attack_id, attack_id),
    domain === undefined ? undefined : eq(is.domain, domain),
    rule_id === undefined ? undefined : eq(is.rule_id, rule_id),
    result === undefined ? undefined : eq(is.result, result),
    since === undefined ? undefined : gte(is.tested_at, since),
    until === undefined ? undefined : lt(is.tested_at, until),
  );
}

/** Converts a row to a test in responses. */
export function toTest({ id, ...row }: TestRow): CoverageTest {
  return { test_id: id, ...row };
}
