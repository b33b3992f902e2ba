import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { describeHolder } from "./host-settings.mjs";
import { makePrivate } from "./private-files.ts";

/** What the owner of a data folder records about itself. */
const instanceSchema = z.object({
  pid: z.int(),
  workerd_pids: z.array(z.int()),
  url: z.string().nullable(),
});
export type Instance = z.output<typeof instanceSchema>;

/** A data folder that only this process uses. */
export interface DataFolder {
  /** The record of an instance that died here, with processes that may still run. */
  previous: Instance | null;
  describe(instance: Instance): void;
  release(): void;
}

const lockPath = (dataDir: string) => join(dataDir, "lock.sqlite");
const instancePath = (dataDir: string) => join(dataDir, "instance.json");

/**
 * Takes a data folder. The lock is SQLite's own on an empty database. The system releases it when the process
 * ends for any reason, so it is never stale.
 * @throws Error with one sentence if another instance uses the folder
 */
export function takeDataFolder(dataDir: string): DataFolder {
  makePrivate(dataDir);
  const lock = tryLock(dataDir);
  if (lock === null) throw new Error(describeHolder(dataDir, readInstance(dataDir)));
  return {
    previous: readInstance(dataDir),
    describe: (instance) => writeFileSync(instancePath(dataDir), JSON.stringify(instance)),
    release: () => {
      if (!lock.isOpen) return;
      rmSync(instancePath(dataDir), { force: true });
      lock.close();
    },
  };
}

/** Returns the instance that uses a data folder now; null if there is none. */
export function findRunningInstance(dataDir: string): Instance | null {
  if (!existsSync(lockPath(dataDir))) return null;
  const lock = tryLock(dataDir);
  lock?.close();
  return lock === null ? readInstance(dataDir) : null;
}

/** Locks a folder until the database is closed. Returns null if another process has the lock. */
export function tryLock(folder: string): DatabaseSync | null {
  const lock = new DatabaseSync(lockPath(folder));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
    return lock;
  } catch {
    lock.close();
    return null;
  }
}

/** Returns the recorded instance of a data folder, running or not. */
function readInstance(dataDir: string): Instance | null {
  const path = instancePath(dataDir);
  if (!existsSync(path)) return null;
  try {
    return instanceSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return null;
  }
}
