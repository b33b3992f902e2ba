import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MIB = 1024 * 1024;
/** Room for the files that SQLite makes to open a database, without which it cannot even read. */
const RESERVE_BYTES = 8 * MIB;
/** The reserve is released below this, and made again above four times its size. */
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
 * Keeps a file in the data folder that is removed as soon as the disk is full, so that reads go on.
 * @returns ends the watch
 */
export function watchDisk(dataDir: string): () => void {
  const look = () => {
    try {
      keepReserve(dataDir);
    } catch {
      // The disk became full meanwhile. The next look finds it so.
      rmSync(reserveFile(dataDir), { force: true });
    }
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}

/** Makes the reserve where there is enough space, or releases it where there is none. */
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
    // Written and not only sized: a file with holes reserves nothing.
    writeFileSync(path, new Uint8Array(RESERVE_BYTES), { mode: 0o600 });
  }
}
