import { lt, sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import type { Settings } from "../env.ts";
import type { WorkspaceDb } from "../lib/d1.ts";
import { AppError } from "../lib/errors.ts";
import { rateCounts } from "./rate-table.ts";
import { withProblems } from "./route-problems.ts";
import { type AppEnv, currentActor } from "./app-env.ts";

const MINUTE_MS = 60_000;

/** What is counted, and the setting that limits it per actor and minute. */
const LIMITS = {
  analyses: "RATE_ANALYSES_PER_MINUTE",
  syncs: "RATE_SYNCS_PER_MINUTE",
  imports: "RATE_IMPORTS_PER_MINUTE",
  exports: "RATE_EXPORTS_PER_MINUTE",
  enrichments: "RATE_ENRICHMENTS_PER_MINUTE",
} as const satisfies Record<string, keyof Settings>;

/** Counts per actor, action and minute. */
export class RateStore {
  readonly #db: WorkspaceDb;
  readonly #clock: () => number;

  constructor(db: WorkspaceDb, clock: () => number) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Counts one; answers how many there were in this minute and the seconds left of it. */
  async count(actor: string, action: string): Promise<{ count: number; secondsLeft: number }> {
    const now = this.#clock();
    const minute = Math.floor(now / MINUTE_MS);
    const rows = await this.#db
      .insert(rateCounts)
      .values({ actor, action, minute, count: 1 })
      .onConflictDoUpdate({
        target: [rateCounts.actor, rateCounts.action, rateCounts.minute],
        set: { count: sql`${rateCounts.count} + 1` },
      })
      .returning({ count: rateCounts.count });
    const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    return { count: rows[0]?.count ?? 1, secondsLeft };
  }

  async forgetOld(): Promise<void> {
    const minute = Math.floor(this.#clock() / MINUTE_MS);
    await this.#db.delete(rateCounts).where(lt(rateCounts.minute, minute));
  }
}

/** Limits a route per actor and minute; local mode and a limit of 0 have none. */
export function limitRate(action: keyof typeof LIMITS): MiddlewareHandler<AppEnv> {
  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    const { settings, rates } = c.var.context;
    const most = settings[LIMITS[action]];
    if (settings.AUTH_ENABLED && most > 0) {
      const { count, secondsLeft } = await rates.count(currentActor(c.var.identity).name, action);
      if (count > most) {
        throw new AppError(
          "rate_limited",
          `At most ${most} ${action} a minute; try again in ${secondsLeft} seconds.`,
          { headers: { "Retry-After": String(secondsLeft) } },
        );
      }
    }
    await next();
  };
  return withProblems(limit, ["rate_limited"]);
}
