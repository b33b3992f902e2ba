import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { bucketFile } from "./backup/edge/data-files.ts";
import { listBlobs } from "./backup/check-database.ts";
import { BLOBS } from "./runtime/stored-objects.ts";

/** Names that this version, earlier ones, and workerd while it writes a file give the bytes of an object. */
const BLOB = /^(?:[0-9a-f]{32}|[0-9a-f]{80}|\.kj-tmp\..+)$/;

/**
 * Removes the bytes that no object names: a kill between the file and its row leaves such files. Nobody else may
 * use the data folder. A failure is logged and changes nothing.
 */
export function removeOrphanBlobs(dataDir: string): void {
  try {
    const named = namedBlobs(join(dataDir, bucketFile()));
    // An empty table may be one that was lost.
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

/** The blobs that a database of objects names on disk; none where it cannot be said. */
function namedBlobs(path: string): Set<string> {
  if (!existsSync(path)) return new Set();
  const database = new DatabaseSync(path);
  try {
    // A power cut must not bring back a row whose bytes are gone.
    const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() ?? {};
    if (busy !== 0) return new Set();
    return new Set(listBlobs(database).map(({ blob_id: id }) => id));
  } finally {
    database.close();
  }
}
