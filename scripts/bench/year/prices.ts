import type { Use } from "./use.ts";

/** What is billed by the million. */
type Billed = Pick<Use, "requests" | "rowsRead" | "rowsWritten" | "operations">;

/**
 * Dollars for a million, as the pricing pages of Workers, D1 and R2 on developers.cloudflare.com said on 28 November 2026.
 * Operations are billed as those that write an object, which cost most.
 */
const A_MILLION: Billed = { requests: 0.3, rowsRead: 0.001, rowsWritten: 1, operations: 4.5 };

/** Bytes of a database at most. */
export const MAX_DATABASE = 10e9;

/** Dollars for use beyond what Workers Paid includes. */
export function priceOf(use: Billed): number {
  const keys = Object.keys(A_MILLION) as (keyof Billed)[];
  return keys.reduce((sum, key) => sum + (use[key] * A_MILLION[key]) / 1e6, 0);
}
