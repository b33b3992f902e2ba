import type { Use } from "./use.ts";

/** Units billed per million. */
type Billed = Pick<Use, "requests" | "rowsRead" | "rowsWritten" | "operations">;

/**
 * Dollars per million, from the pricing pages of Workers, D1 and R2 on developers.cloudflare.com on 28 November
 * 2026. Operations use the price of object writes, the most expensive ones.
 */
const A_MILLION: Billed = { requests: 0.3, rowsRead: 0.001, rowsWritten: 1, operations: 4.5 };

/** The maximum size of a database in bytes. */
export const MAX_DATABASE = 10e9;

/** Returns the dollars for use beyond what Workers Paid includes. */
export function priceOf(use: Billed): number {
  const keys = Object.keys(A_MILLION) as (keyof Billed)[];
  return keys.reduce((sum, key) => sum + (use[key] * A_MILLION[key]) / 1e6, 0);
}
