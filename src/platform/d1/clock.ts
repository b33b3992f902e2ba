import { gt, lt, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** How much the clocks of two machines may differ. */
const DIFFERENCE_MS = 60_000;

/**
 * Returns the latest time at which a row can have been written, unless the clock has been set back since. Without this
 * limit, a due or expiry time would be as far away as the clock was ahead.
 */
export function latestWrite(now: string): string {
  return new Date(Date.parse(now) + DIFFERENCE_MS).toISOString();
}

/** Returns the condition that a row was written before a past time, whatever the clock showed then. */
export function isWrittenBefore(
  writtenAt: SQLiteColumn,
  time: string,
  now: string,
): SQL | undefined {
  return or(lt(writtenAt, time), gt(writtenAt, latestWrite(now)));
}
