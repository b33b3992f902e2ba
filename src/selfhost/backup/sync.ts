import { closeSync, fsyncSync, openSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** Waits until the names in a folder are on disk, or the bytes of a file. */
export function sync(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Waits until a folder and all its contents are on disk. */
export function syncAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncAll(path);
    else if (entry.isFile()) sync(path);
  }
  sync(folder);
}

/**
 * Waits until the name of a file or folder is on disk.
 * @param made the first of its folders that is new; undefined for none
 */
export function syncName(path: string, made?: string): void {
  const last = dirname(made ?? path);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    sync(folder);
    if (folder === last || folder === dirname(folder)) return;
  }
}
