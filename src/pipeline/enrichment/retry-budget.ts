import { LOOK_SECONDS } from "./look-pauses.ts";

/** How long a caller waits for servers that limit queries. Each wait is deducted. */
export interface RetryBudget {
  /** Longest single wait, in seconds. */
  longest: number;
  /** Remaining total wait, in seconds. */
  left: number;
}

/** For callers who need an immediate response. */
export const NO_RETRIES: Readonly<RetryBudget> = { longest: 0, left: 0 };

/**
 * Returns the seconds to wait until a time (ISO 8601) and deducts them from the budget. Returns null if the wait is
 * too long.
 */
export function spendRetryBudget(budget: RetryBudget, now: string, until: string): number | null {
  const seconds = Math.max(0, (Date.parse(until) - Date.parse(now)) / 1000) + LOOK_SECONDS;
  if (seconds > Math.min(budget.longest, budget.left)) return null;
  budget.left -= seconds;
  return seconds;
}
