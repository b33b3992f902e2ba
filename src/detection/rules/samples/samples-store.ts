import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import type { SampleRun } from "../sample-run.ts";
import { rules, ruleSamples, ruleVersions } from "../tables.ts";
import type { Sample, StoredSample } from "./schema.ts";

const { events: _events, ...sampleColumns } = getTableColumns(ruleSamples);

/** The size of a rule's samples. */
export interface MeasuredSamples {
  rule_id: string;
  samples: number;
  chars: number;
}

/** SQL for the events stored as tests of rules. */
export class SampleStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds a sample. */
  add(sample: StoredSample): Part {
    return (write, held) => [insertRow(write, ruleSamples, sample, held)];
  }

  /** Removes a sample. */
  remove(id: string): Part {
    return (write, held) => [write.delete(ruleSamples).where(and(eq(ruleSamples.id, id), held))];
  }

  /** Stores the sample results of a version; null if there are no samples. */
  recordRun(version: { rule_id: string; version: number }, run: SampleRun | null): Part {
    const isIt = and(
      eq(ruleVersions.rule_id, version.rule_id),
      eq(ruleVersions.version, version.version),
    );
    return (write, held) => [
      write.update(ruleVersions).set({ test_run: run }).where(and(isIt, held)),
    ];
  }

  /** Builds the condition that a sample exists. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from rule_samples where ${eq(ruleSamples.id, id)})`;
  }

  /**
   * Builds the condition that a rule has fewer samples than a limit and, with this one, no more characters than a
   * limit.
   */
  hasRoom({ rule_id, events }: StoredSample, most: number, mostChars: number): SQL {
    const isOfRule = eq(ruleSamples.rule_id, rule_id);
    return sql`(select count(*) < ${most} and total(length(${ruleSamples.events})) <= ${mostChars - events.length}
      from rule_samples where ${isOfRule})`;
  }

  /** Builds the select of enabled rules whose latest version fired on a sample that it should fire on. */
  selectFired() {
    const rule_id = sql<string>`${ruleSamples.rule_id}`;
    const fired = sql`exists (select 1 from json_each(${ruleVersions.test_run}, '$.results')
      where value ->> '$.sample_id' = ${ruleSamples.id} and value ->> '$.passed' = 1)`;
    return this.#db
      .select({
        rule_id: rule_id.as("rule_id"),
        // A version runs its samples when it is saved, and again when one is added.
        fired_at: sql<string>`max(max(${ruleSamples.created_at}, ${ruleVersions.created_at}))`.as(
          "fired_at",
        ),
      })
      .from(ruleSamples)
      .innerJoin(rules, and(eq(rules.id, ruleSamples.rule_id), eq(rules.state, "enabled")))
      .innerJoin(
        ruleVersions,
        and(eq(ruleVersions.rule_id, rules.id), eq(ruleVersions.version, rules.version)),
      )
      .where(and(eq(ruleSamples.expected, "match"), fired))
      .groupBy(ruleSamples.rule_id);
  }

  /** Returns the samples of a rule without their events, oldest first. */
  async list(ruleId: string): Promise<Sample[]> {
    return await this.#db
      .select(sampleColumns)
      .from(ruleSamples)
      .where(eq(ruleSamples.rule_id, ruleId))
      .orderBy(ruleSamples.created_at, ruleSamples.id);
  }

  /** Returns the samples of a rule with their events. */
  async read(ruleId: string): Promise<StoredSample[]> {
    return await this.#db
      .select()
      .from(ruleSamples)
      .where(eq(ruleSamples.rule_id, ruleId))
      .orderBy(ruleSamples.created_at, ruleSamples.id);
  }

  /** Returns the number of samples per rule and their length in characters, for rules that have any. */
  async measure(ruleIds: readonly string[]): Promise<MeasuredSamples[]> {
    return await this.#db
      .select({
        rule_id: ruleSamples.rule_id,
        samples: sql<number>`count(*)`,
        chars: sql<number>`sum(length(${ruleSamples.events}))`,
      })
      .from(ruleSamples)
      .where(isOfOne(ruleIds))
      .groupBy(ruleSamples.rule_id);
  }

  /** Returns the samples of several rules with their events, oldest first for each rule. */
  async readAll(ruleIds: readonly string[]): Promise<StoredSample[]> {
    return await this.#db
      .select()
      .from(ruleSamples)
      .where(isOfOne(ruleIds))
      .orderBy(ruleSamples.rule_id, ruleSamples.created_at, ruleSamples.id);
  }

  /** Returns which rules have samples that failed in the last run on the latest version. */
  async listFailing(ruleIds: readonly string[]): Promise<string[]> {
    const isLatest = and(
      eq(rules.id, ruleVersions.rule_id),
      eq(rules.version, ruleVersions.version),
    );
    const isTested = sql`${rules.id} in (select s.rule_id from rule_samples s
      where s.rule_id in (select value from json_each(${JSON.stringify(ruleIds)})))`;
    const rows = await this.#db
      .select({ id: rules.id })
      .from(rules)
      .innerJoin(ruleVersions, isLatest)
      .where(and(isTested, sql`${ruleVersions.test_run} ->> '$.failed' > 0`))
      .orderBy(rules.id);
    return rows.map(({ id }) => id);
  }

  /** Returns a sample of a rule, or null if there is none. */
  async find(ruleId: string, id: string): Promise<StoredSample | null> {
    const [row] = await this.#db
      .select()
      .from(ruleSamples)
      .where(and(eq(ruleSamples.rule_id, ruleId), eq(ruleSamples.id, id)));
    return row ?? null;
  }
}

/** Builds the condition for several ids. D1 binds at most 100 values per statement, so ids are passed as JSON. */
function isOfOne(ruleIds: readonly string[]): SQL {
  return sql`${ruleSamples.rule_id} in (select value from json_each(${JSON.stringify(ruleIds)}))`;
}
