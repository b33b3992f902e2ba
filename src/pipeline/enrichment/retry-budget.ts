import { LOOK_SECONDS } from "./look-pauses.ts";

/** How long a caller waits for servers that limit their queries; each wait is taken off it. */
export interface RetryBudget {
  /** Longest single wait, in seconds. */
  longest: number;
  /** All waits together, in seconds. */
  left: number;
}

/** For callers who want an answer at once. */
export const NO_RETRIES: Readonly<RetryBudget> = { longest: 0, left: 0 };

/** The seconds to wait for a time (ISO 8601), taken off the budget; null when that is too long. */
export function spendRetryBudget(budget: RetryBudget, now: string, until: string): number | null {
  const seconds = Math.max(0, (Date.parse(until) - Date.parse(now)) / 1000) + LOOK_SECONDS;
  if (seconds > Math.min(budget.longest, budget.left)) return null;
  budget.left -= seconds;
  return seconds;
}
