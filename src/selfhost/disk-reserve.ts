import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 * 1024;
/** Space for the files that SQLite creates to open a database. Without them it cannot even read. */
const RESERVE_BYTES = 8 * MIB;
/** The reserve is released below this, and created again above four times its size. */
const FULL_BYTES = 2 * MIB;
const ENOUGH_BYTES = 4 * RESERVE_BYTES;
const LOOK_MS = 500;

const reserveFile = (dataDir: string) => join(dataDir, "reserve");

/** Returns the free bytes of the file system of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Maintains a file in the data folder, which is removed when the disk is full so that reads still work.
 * @returns a function that ends the watch
 */
export function watchDisk(dataDir: string): () => void {
  const look = () => {
    try {
      keepReserve(dataDir);
    } catch {
      // The disk is full now. The next check handles it.
      rmSync(reserveFile(dataDir), { force: true });
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

/** Creates the reserve if there is enough space, or releases it if there is none. */
function keepReserve(dataDir: string): void {
  const path = reserveFile(dataDir);
  const free = freeBytes(dataDir);
  const isThere = existsSync(path);
  if (isThere && free < FULL_BYTES) {
    rmSync(path);
    console.error(
      `The disk of ${dataDir} is full: changes are refused with 507 until space is free again.`,
    );
  } else if (!isThere && free > ENOUGH_BYTES) {
    // Written, not only sized: a sparse file reserves nothing.
    writeFileSync(path, new Uint8Array(RESERVE_BYTES), { mode: 0o600 });
  }
}
