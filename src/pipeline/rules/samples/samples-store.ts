import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Part } from "../../../platform/audit/commit.ts";
import type { WorkspaceDb } from "../../../platform/d1/databases.ts";
import { insertRow } from "../../../platform/d1/insert-rows.ts";
import type { SampleRun } from "../rule-facts.ts";
import { ruleSamples, ruleVersions } from "../tables.ts";
import type { Sample, StoredSample } from "./schema.ts";

const { events: _events, ...sampleColumns } = getTableColumns(ruleSamples);

/** SQL for the events that are kept with rules as their tests. */
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

  /** Notes with a version how the samples came out; null where there are none. */
  recordRun(version: { rule_id: string; version: number }, run: SampleRun | null): Part {
    const isIt = and(
      eq(ruleVersions.rule_id, version.rule_id),
      eq(ruleVersions.version, version.version),
    );
    return (write, held) => [
      write.update(ruleVersions).set({ test_run: run }).where(and(isIt, held)),
    ];
  }

  /** That a sample is there. */
  isThere(id: string): SQL {
    return sql`exists (select 1 from rule_samples where ${eq(ruleSamples.id, id)})`;
  }

  /** That a rule has fewer than so many samples, and with this one no more than so many characters. */
  hasRoom({ rule_id, events }: StoredSample, most: number, mostChars: number): SQL {
    const isOfRule = eq(ruleSamples.rule_id, rule_id);
    return sql`(select count(*) < ${most} and total(length(${ruleSamples.events})) <= ${mostChars - events.length}
      from rule_samples where ${isOfRule})`;
  }

  /** The samples of a rule without their events, oldest first. */
  async list(ruleId: string): Promise<Sample[]> {
    return await this.#db
      .select(sampleColumns)
      .from(ruleSamples)
      .where(eq(ruleSamples.rule_id, ruleId))
      .orderBy(ruleSamples.created_at, ruleSamples.id);
  }

  /** The same with their events. */
  async read(ruleId: string): Promise<StoredSample[]> {
    return await this.#db
      .select()
      .from(ruleSamples)
      .where(eq(ruleSamples.rule_id, ruleId))
      .orderBy(ruleSamples.created_at, ruleSamples.id);
  }

  /** A sample of a rule; null when there is none such. */
  async find(ruleId: string, id: string): Promise<StoredSample | null> {
    const [row] = await this.#db
      .select()
      .from(ruleSamples)
      .where(and(eq(ruleSamples.rule_id, ruleId), eq(ruleSamples.id, id)));
    return row ?? null;
  }
}
