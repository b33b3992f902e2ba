import { eq, sql } from "drizzle-orm";
import type { WorkspaceDb } from "../d1/databases.ts";
import type { Sample } from "./metric.ts";
import { type TALLIED, tallies } from "./tables.ts";

type Tallied = (typeof TALLIED)[number];

/** SQL for counts that only grow. */
export class TallyStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Adds to counts of a subject, by aspect. */
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

  /**
   * Reads counts as samples, with a sample for every combination of the labels: a series that begins at 0
   * shows its first increase.
   */
  async measure(
    name: Tallied,
    [subjectLabel, subjects]: readonly [label: string, values: readonly string[]],
    [aspectLabel, aspects]: readonly [label: string, values: readonly string[]],
  ): Promise<Sample[]> {
    const rows = await this.#db.select().from(tallies).where(eq(tallies.name, name));
    const counted = new Map(rows.map(({ subject, aspect, n }) => [`${subject} ${aspect}`, n]));
    return subjects.flatMap((subject) =>
      aspects.map((aspect) => ({
        labels: { [subjectLabel]: subject, [aspectLabel]: aspect },
        value: counted.get(`${subject} ${aspect}`) ?? 0,
      })),
    );
  }
}
