import { lt, sql } from "drizzle-orm";
import type { MiddlewareHandler } from "hono";
import type { Context } from "../../services.ts";
import type { Settings } from "../../settings.ts";
import type { WorkspaceDb } from "../d1/databases.ts";
import { AppError } from "../lib/errors.ts";
import type { Actor } from "../auth/identity.ts";
import { rateCounts } from "./tables.ts";
import { withProblems } from "../http/route-problems.ts";
import { type AppEnv, currentActor } from "../http/app-env.ts";

const MINUTE_MS = 60_000;

/** What is counted, and the setting that limits it per actor and minute. */
const LIMITS = {
  analyses: "RATE_ANALYSES_PER_MINUTE",
  syncs: "RATE_SYNCS_PER_MINUTE",
  imports: "RATE_IMPORTS_PER_MINUTE",
  exports: "RATE_EXPORTS_PER_MINUTE",
  enrichments: "RATE_ENRICHMENTS_PER_MINUTE",
  runs: "RATE_RUNS_PER_MINUTE",
  writes: "RATE_WRITES_PER_MINUTE",
  computations: "RATE_COMPUTATIONS_PER_MINUTE",
  searches: "RATE_SEARCHES_PER_MINUTE",
  verifications: "RATE_VERIFICATIONS_PER_MINUTE",
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

export type RateAction = keyof typeof LIMITS;

/** A middleware that limits, which says so to whoever describes the route. */
export type RateLimit = MiddlewareHandler<AppEnv> & { limits: RateAction };

/**
 * Limits a route per actor and minute; local mode and a limit of 0 have none.
 * @param when for a route that costs only with some queries
 */
export function limitRate(
  action: RateAction,
  when: (query: Record<string, string>) => boolean = () => true,
): RateLimit {
  const limit: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (when(c.req.query())) await countRate(c.var.context, currentActor(c.var.identity), action);
    await next();
  };
  return withProblems(Object.assign(limit, { limits: action }), ["rate_limited"]);
}

/** Limits a list that is searched through row by row where `q` is given. */
export const limitSearches = limitRate("searches", ({ q }) => (q ?? "").trim() !== "");

/**
 * Counts what only the body of a request tells to cost.
 * @throws AppError `rate_limited`
 */
export async function countRate(
  { settings, rates }: Pick<Context, "settings" | "rates">,
  actor: Actor,
  action: RateAction,
): Promise<void> {
  const limit = settings[LIMITS[action]];
  if (!settings.AUTH_ENABLED || limit === 0) return;
  const { count, secondsLeft } = await rates.count(actor.name, action);
  if (count <= limit) return;
  throw new AppError(
    "rate_limited",
    `At most ${limit} ${action} a minute (${LIMITS[action]}); try again in ${secondsLeft} seconds.`,
    { headers: { "Retry-After": String(secondsLeft) } },
  );
}
