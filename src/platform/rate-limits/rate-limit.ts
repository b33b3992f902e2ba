import type { MiddlewareHandler } from "hono";
import type { Actor } from "../auth/identity.ts";
import { type AppEnv, currentActor } from "../http/app-env.ts";
import { withProblems } from "../http/route-problems.ts";
import { AppError } from "../lib/errors.ts";
import { LONG_ACTIONS, type RateAction, RATE_SETTINGS, type RateLimitDeps } from "./deps.ts";

/** Rate limit middleware that the route's description includes. */
export type RateLimit = MiddlewareHandler<AppEnv<RateLimitDeps>> & {
  limits: RateAction;
  takesLong: boolean;
};

/**
 * Limits a route per actor and minute. Local mode and a limit of 0 have no limit.
 * @param when for a route that is expensive only with some queries
 */
export function limitRate(
  action: RateAction,
  when: (query: Record<string, string>) => boolean = () => true,
): RateLimit {
  const limit: MiddlewareHandler<AppEnv<RateLimitDeps>> = async (c, next) => {
    if (when(c.req.query())) {
      c.set("isCounted", await countRate(c.get("deps"), currentActor(c.get("identity")), action));
    }
    await next();
  };
  return withProblems(
    Object.assign(limit, { limits: action, takesLong: LONG_ACTIONS.has(action) }),
    ["rate_limited"],
  );
}

/** Limits a list that `q` searches row by row. */
export const limitSearches = limitRate("searches", ({ q }) => (q ?? "").trim() !== "");

/**
 * Counts a request whose cost only its body reveals. Returns whether it was counted.
 * @throws AppError `rate_limited`
 */
export async function countRate(
  { settings, rates }: RateLimitDeps,
  actor: Actor,
  action: RateAction,
): Promise<boolean> {
  const limit = settings[RATE_SETTINGS[action]];
  if (!settings.AUTH_ENABLED || limit === 0) return false;
  const { count, secondsLeft } = await rates.count(actor.name, action);
  if (count <= limit) return true;
  throw new AppError(
    "rate_limited",
    `At most ${limit} ${action} a minute (${RATE_SETTINGS[action]}); try again in ${secondsLeft} seconds.`,
    { headers: { "Retry-After": String(secondsLeft) } },
  );
}
