import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "../data-folder.ts";
import { SNAPSHOT } from "./snapshot.ts";

/** A folder for what is not whole yet, which this process alone uses. */
export interface WorkFolder {
  path: string;
  /** Ends the use. What was not renamed goes. */
  remove(): void;
}

/**
 * Makes a folder for unfinished work and locks it. What a process that was killed left in it goes.
 * @returns null when another process works in it
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
      lock.close();
    },
  };
}

/**
 * Removes what backups that were killed left in a data folder: it may hold what was deleted since.
 * A backup that is under way is left alone.
 */
export function removeLeftSnapshots(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (/^backup-\d+$/.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const path = join(dataDir, SNAPSHOT);
  if (existsSync(path)) takeWorkFolder(path)?.remove();
}
