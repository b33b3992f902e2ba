import { eq, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../d1/databases.ts";
import { crossSamples, type LabelValues, type Sample } from "./metric.ts";
import { type TALLIED, tallies } from "./tables.ts";

type Tallied = (typeof TALLIED)[number];

/** SQL for counts that only grow. */
export class TallyStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds to a subject's counts, by aspect. */
  async add(
    name: Tallied,
    subject: string,
    counts: Readonly<Record<string, number>>,
  ): Promise<void> {
    await this.#db.unrecordedBatch("count", (write) =>
      Object.entries(counts).map(([aspect, n]) =>
        write
          .insert(tallies)
          .values({ name, subject, aspect, n })
          .onConflictDoUpdate({
            target: [tallies.name, tallies.subject, tallies.aspect],
            set: { n: sql`${tallies.n} + ${n}` },
          }),
      ),
    );
  }

  /** Reads counts as samples, by the labels of subjects and aspects. */
  async measure(name: Tallied, subjects: LabelValues, aspects: LabelValues): Promise<Sample[]> {
    const rows = await this.#db.select().from(tallies).where(eq(tallies.name, name));
    const counts = rows.map(({ subject, aspect, n }) => [subject, aspect, n] as const);
    return crossSamples(subjects, aspects, counts);
  }
}
