import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryLock } from "../data-folder.ts";
import { SNAPSHOT } from "./snapshot.ts";

const PREFIX = "tradecraft-verify-";
const TEMPORARY = /^tradecraft-verify-\w{6}$/;

/** A folder for unfinished work, which no other process uses. */
export interface WorkFolder {
  path: string;
  /** Removes the folder and its contents. */
  remove: () => void;
}

/**
 * Creates a folder for unfinished work and locks it. Removes leftovers of a killed process from it.
 * @returns null if another process uses it
 */
export function takeWorkFolder(path: string): WorkFolder | null {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = tryLock(path);
  if (lock === null) return null;
  for (const name of readdirSync(path))
    if (!name.startsWith("lock.sqlite")) rmSync(join(path, name), { recursive: true, force: true });
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
      if (lock.isOpen) lock.close();
    },
  };
}

/** Creates a new folder for unfinished work among the system's temporary files. Removes those of killed processes. */
export function takeTemporaryFolder(): WorkFolder {
  const folder = tmpdir();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (TEMPORARY.test(name) && isOurs(path)) takeWorkFolder(path)?.remove();
  }
  for (;;) {
    const work = takeWorkFolder(mkdtempSync(join(folder, PREFIX)));
    // Null if another process has just locked it to remove it.
    if (work !== null) return work;
  }
}

/**
 * Returns whether a leftover folder is ours: other users may create links and folders there. A folder without a
 * lock file may be about to be used.
 */
function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() !== true || stat.uid !== process.getuid?.()) return false;
  return existsSync(join(path, "lock.sqlite"));
}

/**
 * Removes leftovers of killed backups from a data folder, because they may contain data that was deleted since. Does
 * not touch a backup in progress.
 */
export function removeLeftSnapshots(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^backup-\d+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const path = join(dataDir, SNAPSHOT);
  if (existsSync(path)) takeWorkFolder(path)?.remove();
}
