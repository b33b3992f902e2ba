import { and, eq, gt, sql } from "drizzle-orm";
import { changesOf, type WorkspaceDb } from "../../platform/d1/databases.ts";
import { enrichmentTurns, rdapLimits } from "./tables.ts";

/** SQL for whose turn it is, and for how long servers are to be left alone. */
export class TurnStore {
  readonly #db: WorkspaceDb;

  constructor(db: WorkspaceDb) {
    this.#db = db;
  }

  /** Takes a turn; false while another one has it. */
  async take(name: string, owner: string, now: string, until: string): Promise<boolean> {
    const result = await this.#db
      .insert(enrichmentTurns)
      .values({ name, owner, until })
      .onConflictDoUpdate({
        target: enrichmentTurns.name,
        set: { owner, until },
        setWhere: sql`${enrichmentTurns.until} <= ${now}`,
      });
    return changesOf(result) === 1;
  }

  async giveBack(name: string, owner: string): Promise<void> {
    await this.#db
      .delete(enrichmentTurns)
      .where(and(eq(enrichmentTurns.name, name), eq(enrichmentTurns.owner, owner)));
  }

  /** Ends every turn at once: right when the process that took them is known to be gone. */
  async endAll(): Promise<void> {
    await this.#db.delete(enrichmentTurns);
  }

  /** Servers to be left alone, by host, with the time until when. */
  async listLimits(now: string): Promise<Map<string, string>> {
    const rows = await this.#db.select().from(rdapLimits).where(gt(rdapLimits.until, now));
    return new Map(rows.map(({ server, until }) => [server, until]));
  }

  /** Leaves a server alone until a time, or a later one that is known. */
  async limit(server: string, until: string): Promise<void> {
    await this.#db
      .insert(rdapLimits)
      .values({ server, until })
      .onConflictDoUpdate({
        target: rdapLimits.server,
        set: { until: sql`max(${rdapLimits.until}, excluded.until)` },
      });
  }
}
