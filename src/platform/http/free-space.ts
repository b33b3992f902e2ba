import { diskFull } from "../lib/to-app-error.ts";

/** Stays free for the files that SQLite makes to read and to delete. */
const RESERVED_BYTES = 16 * 1024 * 1024;
/** A body is stored, and read into rows. */
const COPIES = 2;
/** How long an answer holds, in milliseconds. */
const FRESH_MS = 250;

/** Refuses a change that the disk has no room for. @throws AppError `storage_full` */
export type RequireSpace = (bodyBytes: number) => Promise<void>;

/**
 * Checks the space of the disk before a change is begun: SQLite cannot even read on a disk that is full to the last
 * byte.
 * @param askFree returns the free bytes of the disk; null where the platform has no disk
 */
export function openFreeSpace(
  askFree: (() => Promise<number>) | null,
  now: () => number,
): RequireSpace {
  if (askFree === null) return async () => await Promise.resolve();
  let free = Number.POSITIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  return async (bodyBytes) => {
    if (now() - askedAt >= FRESH_MS) {
      askedAt = now();
      // What cannot be measured is left to the storage.
      free = await askFree().catch(() => Number.POSITIVE_INFINITY);
    }
    if (free < RESERVED_BYTES + COPIES * bodyBytes) throw diskFull();
  };
}
