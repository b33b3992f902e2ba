import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hasTable, requireSound } from "./backup/check-database.ts";
import { HEAD_KEY } from "./backup/check-trail.ts";
import { bucketFile, databaseFile, DATABASES } from "./backup/edge/data-files.ts";
import { BLOBS } from "./runtime/stored-objects.ts";

/** The end of the audit trail, as recorded outside the database. */
interface NotedHead {
  seq: number;
  hash: string;
}

/**
 * Checks the databases of a data folder before the service opens them; on an emptied one it would start as a
 * new service. SQLite reads them whole, which takes about 0.7 s per GB. No other process may use the folder.
 * @throws Error with the file and the remedy
 */
export function requireSoundData(dataDir: string): void {
  const isUsed = hasBeenUsed(dataDir);
  const files = [
    ...DATABASES.map((name) => [join(dataDir, databaseFile(name)), "d1_migrations"] as const),
    [join(dataDir, bucketFile()), "_mf_objects"] as const,
  ];
  for (const [path, table] of files) {
    try {
      if (existsSync(path)) requireSound(path);
    } catch (error) {
      throw unusable(dataDir, `The database ${path} is damaged.`, error);
    }
    if (!isUsed) continue;
    if (!existsSync(path)) throw unusable(dataDir, `The database ${path} is missing.`);
    if (!withDatabase(path, (database) => hasTable(database, table)))
      throw unusable(dataDir, `The database ${path} is empty.`);
  }
}

/** Compares the audit trail with its recorded end. Returns a sentence if the database lacks that entry, else null. */
export function findLostEntries(dataDir: string): string | null {
  const path = join(dataDir, databaseFile("workspace"));
  const head = readHead(dataDir);
  // The head of an empty trail has number 0.
  if (head === null || head.seq === 0) return null;
  const isThere = withDatabase(path, (database) => {
    const query = "SELECT 1 FROM audit_seals WHERE seq = ? AND hash = ?";
    if (!hasTable(database, "audit_seals")) return false;
    return database.prepare(query).get(head.seq, head.hash) !== undefined;
  });
  if (isThere) return null;
  return `The database ${path} lacks entry ${head.seq} of the audit trail, which was noted in the object storage. Changes were lost or removed: GET /api/pipeline/audit/verify has the details. ${remedyFor(dataDir)}`;
}

/**
 * Returns whether a first start has completed: it creates all databases before it stores an object and names
 * the key.
 */
function hasBeenUsed(dataDir: string): boolean {
  const blobs = join(dataDir, BLOBS);
  const hasBlobs = existsSync(blobs) && readdirSync(blobs).length > 0;
  return hasBlobs || existsSync(join(dataDir, "audit.key"));
}

function readHead(dataDir: string): NotedHead | null {
  const path = join(dataDir, bucketFile());
  if (!existsSync(path)) return null;
  const query = "SELECT blob_id FROM _mf_objects WHERE key = ?";
  const row = withDatabase(path, (database) =>
    hasTable(database, "_mf_objects") ? database.prepare(query).get(HEAD_KEY) : undefined,
  );
  try {
    const text = readFileSync(join(dataDir, BLOBS, String(row?.["blob_id"])), "utf8");
    return JSON.parse(text) as NotedHead;
  } catch {
    // The Worker reports a head that is missing or unreadable.
    return null;
  }
}

function withDatabase<T>(path: string, use: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function unusable(dataDir: string, what: string, cause?: unknown): Error {
  return new Error(`${what} ${remedyFor(dataDir)}`, { cause });
}

function remedyFor(dataDir: string): string {
  return `Move ${dataDir} away and restore a backup: npx tradecraft restore BACKUP --data-dir ${dataDir}`;
}
