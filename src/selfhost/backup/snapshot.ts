import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { DatabaseGate } from "../erase-deleted.ts";

/** Files of a running instance, which a restored folder must not have. */
const OF_INSTANCE = /^(run|backup-\d+)(\/|$)|^(lock\.sqlite|instance\.json)|-(wal|shm|journal)$/;
const BLOBS = join("r2", "files", "blobs");
/** What objects in storage and unfinished uploads name of the blobs. */
const NAMED_BLOBS =
  "SELECT blob_id FROM _mf_objects WHERE blob_id IS NOT NULL UNION SELECT blob_id FROM _mf_multipart_parts";
/** A blob that was deleted meanwhile belongs to a state that is over; another look finds the next one. */
const MOST_TRIES = 5;

/**
 * Copies what a data folder holds to another folder, all of the same moment.
 * @param gate of the service that runs on it; null when none does
 * @throws Error with one sentence when the folder changes too fast, or a copy is damaged
 */
export async function takeSnapshot(
  dataDir: string,
  target: string,
  gate: DatabaseGate | null,
): Promise<void> {
  for (let count = 1; count <= MOST_TRIES; count += 1) {
    const databases = await openAtOneMoment(dataDir, gate);
    try {
      if (!linkBlobs(dataDir, target, databases)) continue;
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
  const databases = new Map(paths.map((path) => [path, new DatabaseSync(join(dataDir, path))]));
  // What follows from a request that goes on meanwhile is what a crash would leave, and is put right.
  if (gate !== null) await hold(gate);
  try {
    // The first read of a transaction decides what it sees.
    for (const database of databases.values()) database.exec("BEGIN; SELECT * FROM sqlite_schema");
  } finally {
    await gate?.release();
  }
  return databases;
}

/** @throws Error when there is always a request in progress */
async function hold(gate: DatabaseGate): Promise<void> {
  for (let count = 1; count <= MOST_TRIES; count += 1) if (await gate.hold()) return;
  throw new Error("The service is too busy. Try again when it is calmer.");
}

async function copyDatabase(database: DatabaseSync, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  await backup(database, target);
  const copy = new DatabaseSync(target);
  try {
    const [found] = copy.prepare("PRAGMA quick_check(1)").all();
    if (Object.values(found ?? {})[0] === "ok") return;
    throw new Error(`The database ${basename(target)} is damaged. Restore an earlier backup.`);
  } finally {
    copy.close();
  }
}

/** Links the blobs that are named; answers whether all of them are still there. */
function linkBlobs(
  dataDir: string,
  target: string,
  databases: ReadonlyMap<string, DatabaseSync>,
): boolean {
  mkdirSync(join(target, BLOBS), { recursive: true });
  for (const database of databases.values()) {
    const has = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_mf_objects'").get();
    if (has === undefined) continue;
    for (const { blob_id: id } of database.prepare(NAMED_BLOBS).all()) {
      const from = join(dataDir, BLOBS, String(id));
      const to = join(target, BLOBS, String(id));
      if (!existsSync(from)) return false;
      if (!existsSync(to)) linkOrCopy(from, to);
    }
  }
  return true;
}

/** A blob never changes, so a link keeps it even if it is deleted in the data folder. */
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
