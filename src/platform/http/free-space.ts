import { diskFull } from "../lib/to-app-error.ts";

/** Reserved for the files that SQLite creates when it reads and deletes. */
const RESERVED_BYTES = 16 * 1024 * 1024;
/** A body takes space twice: stored, and as rows. */
const COPIES = 2;
/** How long a measurement is valid, in milliseconds. */
const FRESH_MS = 250;

/**
 * Rejects a change if the disk does not have enough space.
 * @throws AppError `storage_full`
 */
export type RequireSpace = (bodyBytes: number) => Promise<void>;

/**
 * Checks disk space before a change starts: SQLite cannot even read on a completely full disk.
 * @param askFree returns the free bytes of the disk, or null if the platform has no disk
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
      // If space cannot be measured, the storage decides.
      free = await askFree().catch(() => Number.POSITIVE_INFINITY);
    }
    if (free < RESERVED_BYTES + COPIES * bodyBytes) throw diskFull();
  };
}
