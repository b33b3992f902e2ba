import { gt, lt, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** What the clocks of two machines may differ by. */
const DIFFERENCE_MS = 60_000;

/**
 * The time that no row can have been written after, unless the clock has been set back since: what such
 * a row is due or held until would otherwise be as far away as the clock was ahead.
 */
export function latestWrite(now: string): string {
  return new Date(Date.parse(now) + DIFFERENCE_MS).toISOString();
}

/** That a row was written before a time that has passed, whatever the clock said then. */
export function isWrittenBefore(
  writtenAt: SQLiteColumn,
  time: string,
  now: string,
): SQL | undefined {
  return or(lt(writtenAt, time), gt(writtenAt, latestWrite(now)));
}
