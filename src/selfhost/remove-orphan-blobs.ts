import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bucketFile } from "./backup/edge/data-files.ts";
import { listBlobs } from "./backup/check-database.ts";
import { BLOBS } from "./runtime/stored-objects.ts";

/** File names of this version, of earlier ones, and of workerd while it writes a file. */
const BLOB = /^(?:[0-9a-f]{32}|[0-9a-f]{80}|\.kj-tmp\..+)$/;

/**
 * Removes files that no object names. A kill between the write of a file and of its row leaves one. No other
 * process may use the data folder. Logs a failure and leaves the remaining files.
 */
export function removeOrphanBlobs(dataDir: string): void {
  try {
    const named = namedBlobs(join(dataDir, bucketFile()));
    // The table may have been lost.
    if (named.size === 0) return;
    const orphans = readdirSync(join(dataDir, BLOBS)).filter(
      (name) => BLOB.test(name) && !named.has(name),
    );
    for (const name of orphans) rmSync(join(dataDir, BLOBS, name), { force: true });
    if (orphans.length > 0) console.error(`Removed ${orphans.length} files that no object names.`);
  } catch (error) {
    console.error(`Could not look for files that no object names: ${String(error)}`);
  }
}

/** Returns the blobs that the table of objects names; empty if the table is missing or in use. */
function namedBlobs(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const database = new DatabaseSync(path);
  try {
    // Puts deleted rows on disk. Otherwise a power cut could restore a row whose file was removed.
    const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() ?? {};
    if (busy !== 0) return new Set();
    return new Set(listBlobs(database).map(({ blob_id: id }) => id));
  } finally {
    database.close();
  }
}
