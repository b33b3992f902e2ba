import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { backup, DatabaseSync } from "node:sqlite";
import type { DatabaseGate } from "../erase-deleted.ts";
import { BLOBS } from "../runtime/stored-objects.ts";
import { listBlobs, requireSound } from "./check-database.ts";

/** The folder within a data folder for an unfinished backup. */
export const SNAPSHOT = "snapshot";
/** Files of a running instance, which do not belong in a backup. */
const OF_INSTANCE =
  /^(run|snapshot|backup-\d+)(\/|$)|^(lock\.sqlite|instance\.json|reserve)$|-(wal|shm|journal)$/;
/** A blob may be deleted before it is linked. Then the databases are read again. */
const MOST_TRIES = 5;
/** The service releases the databases after this time, even if the backup was killed. */
const HOLD_MS = 3_000;
/** A hold fails after half a second, so that requests do not wait for it. Then it is tried again. */
const HOLD_PAUSE_MS = 1_000;
const HOLD_TRIES = 30;
/** How long SQLite waits for the lock of another process. */
const BUSY_MS = 1_000;

/**
 * Copies a data folder as it was at one moment.
 *
 * All blobs are linked before the databases are read, so that one deleted in between is still available. Blobs
 * added in between are linked afterwards. If one was added and deleted in between, the copy starts again.
 * @param gate of the service that runs on the folder; null if none runs
 * @throws Error with one sentence if the folder changes too fast, or a copy is damaged
 */
export async function takeSnapshot(
  dataDir: string,
  target: string,
  gate: DatabaseGate | null,
): Promise<void> {
  mkdirSync(join(target, BLOBS), { recursive: true });
  let missing: string | undefined;
  for (let count = 1; count <= MOST_TRIES; count += 1) {
    for (const name of blobsIn(dataDir)) linkBlob(dataDir, target, name);
    const databases = await openAtOneMoment(dataDir, gate);
    try {
      const named = namedBlobs(databases);
      missing = [...named].find((id) => !linkBlob(dataDir, target, id));
      if (missing !== undefined) continue;
      for (const id of blobsIn(target)) if (!named.has(id)) rmSync(join(target, BLOBS, id));
      for (const [path, database] of databases) await copyDatabase(database, join(target, path));
      copyOthers(dataDir, target);
      return;
    } finally {
      for (const database of databases.values()) database.close();
    }
  }
  throw new Error(
    `The file ${BLOBS}/${missing} of an object is missing, or files are deleted faster than they can be copied. Try again at a quieter time.`,
  );
}

/** Opens all databases of a folder, each in a read transaction. No request changes one of them in between. */
async function openAtOneMoment(
  dataDir: string,
  gate: DatabaseGate | null,
): Promise<Map<string, DatabaseSync>> {
  const paths = filesOf(dataDir).filter((path) => path.endsWith(".sqlite"));
  // A connection that may write locks the file when it closes, and workerd does not wait for locks.
  const options = { readOnly: true, timeout: BUSY_MS };
  const databases = new Map(
    paths.map((path) => [path, new DatabaseSync(join(dataDir, path), options)]),
  );
  // An unfinished request looks like one that a crash interrupted, from which the service recovers.
  const start = gate === null ? performance.now() : await hold(gate);
  try {
    // The first read of a transaction determines the state that it reads.
    for (const database of databases.values()) database.exec("BEGIN; SELECT * FROM sqlite_schema");
  } finally {
    await gate?.release();
  }
  if (performance.now() - start < HOLD_MS) return databases;
  throw new Error("The databases could not be read in time. Try again at a quieter time.");
}

/**
 * Holds the databases.
 * @returns the time of the request; the hold may end `HOLD_MS` later
 * @throws Error if a request is always in progress
 */
async function hold(gate: DatabaseGate): Promise<number> {
  for (let count = 1; count <= HOLD_TRIES; count += 1) {
    const start = performance.now();
    if (await gate.hold(HOLD_MS)) return start;
    await gate.release();
    await sleep(HOLD_PAUSE_MS);
  }
  throw new Error("The service is too busy. Try again at a quieter time.");
}

async function copyDatabase(database: DatabaseSync, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  await backup(database, target);
  requireSound(target);
}

/** Returns the blobs that objects and unfinished uploads name. */
function namedBlobs(databases: ReadonlyMap<string, DatabaseSync>): Set<string> {
  return new Set(
    [...databases.values()].flatMap((database) => listBlobs(database).map(({ blob_id: id }) => id)),
  );
}

function blobsIn(folder: string): string[] {
  const path = join(folder, BLOBS);
  return existsSync(path) ? readdirSync(path) : [];
}

/** Links a blob, which never changes, so that a deletion does not affect the copy. Returns whether it exists. */
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

/** Copies a file if the file system has no links. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Copies keys and all other files that are neither databases nor blobs. */
function copyOthers(dataDir: string, target: string): void {
  for (const path of filesOf(dataDir)) {
    if (path.endsWith(".sqlite") || path.startsWith(BLOBS)) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    copyFileSync(join(dataDir, path), join(target, path));
  }
}

/** Paths of all files below a folder, except those of a running instance. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !OF_INSTANCE.test(path))
    .sort();
}
