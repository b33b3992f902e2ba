import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { backup, DatabaseSync } from "node:sqlite";
import type { DatabaseGate } from "../erase-deleted.ts";
import { BLOBS } from "../runtime/stored-objects.ts";
import { listBlobs, requireSound } from "./check-database.ts";

/** The folder in a data folder in which a backup is put together. */
export const SNAPSHOT = "snapshot";
/** Files of a running instance, which a restored folder must not have. */
const OF_INSTANCE =
  /^(run|snapshot|backup-\d+)(\/|$)|^(lock\.sqlite|instance\.json)|-(wal|shm|journal)$/;
/** A blob that was deleted meanwhile belongs to a state that is over; another look finds the next one. */
const MOST_TRIES = 5;
/** The databases are held no longer than this, also by a backup that is killed meanwhile. */
const HOLD_MS = 3_000;
/** A hold gives up after half a second, so that requests do not wait; then it is tried again. */
const HOLD_PAUSE_MS = 1_000;
const HOLD_TRIES = 30;
/** How long SQLite waits for the moment in which another process has a file to itself. */
const BUSY_MS = 1_000;

/**
 * Copies what a data folder holds to another folder, all of the same moment.
 *
 * The bytes of objects are linked first, before the databases say which of them count: what is deleted
 * between the two is there, and what comes between the two is linked then. Only an object that comes
 * and goes between the two is missed, and then all of it is done again.
 * @param gate of the service that runs on it; null when none does
 * @throws Error with one sentence when the folder changes too fast, or a copy is damaged
 */
export async function takeSnapshot(
  dataDir: string,
  target: string,
  gate: DatabaseGate | null,
): Promise<void> {
  mkdirSync(join(target, BLOBS), { recursive: true });
  for (let count = 1; count <= MOST_TRIES; count += 1) {
    for (const name of blobsIn(dataDir)) linkBlob(dataDir, target, name);
    const databases = await openAtOneMoment(dataDir, gate);
    try {
      const named = namedBlobs(databases);
      if (![...named].every((id) => linkBlob(dataDir, target, id))) continue;
      for (const id of blobsIn(target)) if (!named.has(id)) rmSync(join(target, BLOBS, id));
      for (const [path, database] of databases) await copyDatabase(database, join(target, path));
      copyOthers(dataDir, target);
      return;
    } finally {
      for (const database of databases.values()) database.close();
    }
  }
  throw new Error("Files are deleted faster than they can be copied. Try again when it is calmer.");
}

/** The databases of a folder by path, each in a read transaction; no request was between two of them. */
async function openAtOneMoment(
  dataDir: string,
  gate: DatabaseGate | null,
): Promise<Map<string, DatabaseSync>> {
  const paths = filesOf(dataDir).filter((path) => path.endsWith(".sqlite"));
  // A connection that may write would take the file to itself as it closes, for which workerd does not wait.
  const options = { readOnly: true, timeout: BUSY_MS };
  const databases = new Map(
    paths.map((path) => [path, new DatabaseSync(join(dataDir, path), options)]),
  );
  // What follows from a request that goes on meanwhile is what a crash would leave, and is put right.
  const start = gate === null ? performance.now() : await hold(gate);
  try {
    // The first read of a transaction decides what it sees.
    for (const database of databases.values()) database.exec("BEGIN; SELECT * FROM sqlite_schema");
  } finally {
    await gate?.release();
  }
  if (performance.now() - start < HOLD_MS) return databases;
  throw new Error("The databases could not be read in time. Try again when it is calmer.");
}

/**
 * Holds the databases.
 * @returns when the hold was requested; it begins after that, and ends `HOLD_MS` later at the latest
 * @throws Error when there is always a request in progress
 */
async function hold(gate: DatabaseGate): Promise<number> {
  for (let count = 1; count <= HOLD_TRIES; count += 1) {
    const start = performance.now();
    if (await gate.hold(HOLD_MS)) return start;
    await gate.release();
    await sleep(HOLD_PAUSE_MS);
  }
  throw new Error("The service is too busy. Try again when it is calmer.");
}

async function copyDatabase(database: DatabaseSync, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  await backup(database, target);
  requireSound(target);
}

/** The blobs that objects and unfinished uploads name. */
function namedBlobs(databases: ReadonlyMap<string, DatabaseSync>): Set<string> {
  return new Set(
    [...databases.values()].flatMap((database) => listBlobs(database).map(({ blob_id: id }) => id)),
  );
}

function blobsIn(folder: string): string[] {
  const path = join(folder, BLOBS);
  return existsSync(path) ? readdirSync(path) : [];
}

/** A blob never changes, so a link keeps it even if it is deleted. Answers whether it is there. */
function linkBlob(dataDir: string, target: string, id: string): boolean {
  const from = join(dataDir, BLOBS, id);
  const to = join(target, BLOBS, id);
  if (existsSync(to)) return true;
  try {
    linkOrCopy(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** There are file systems without links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Keys and whatever else is neither a database nor a blob. */
function copyOthers(dataDir: string, target: string): void {
  for (const path of filesOf(dataDir)) {
    if (path.endsWith(".sqlite") || path.startsWith(BLOBS)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(dataDir, path), join(target, path));
  }
}

/** Paths of all files below a folder, but for those of the running instance. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !OF_INSTANCE.test(path))
    .sort();
}
