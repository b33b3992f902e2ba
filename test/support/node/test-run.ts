import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CORES } from "./machine.ts";

/**
 * Names the folder of a run of tests. All its processes inherit it, so they can be told from others
 * and what they leave can be removed.
 */
export const RUN_VARIABLE = "TRADECRAFT_TEST_RUN";

/** Names the folder of a run; who first needs it makes it, as not only runs read the configuration. */
export const openRun = (): string => join(tmpdir(), `tradecraft-run-${randomUUID()}`);

/** Where temporary files go: into the run's folder, where a run has one. */
export function temporaryRoot(): string {
  const root = process.env[RUN_VARIABLE] ?? tmpdir();
  mkdirSync(root, { recursive: true, mode: 0o700 });
  return root;
}

/**
 * Does something while at most as many others of the run do the same as there are cores, in whatever
 * process.
 */
export async function withStartSlot<T>(task: () => Promise<T>): Promise<T> {
  const slots = Array.from({ length: CORES }, (_, slot) => `start-${slot}`);
  return await withOneOf(slots, task);
}

/** Does something while nobody else of the run does what goes by the same name. */
export async function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  return await withOneOf([name], task);
}

/** The locks are SQLite's own: the system gives them up when a process ends. */
async function withOneOf<T>(names: readonly string[], task: () => Promise<T>): Promise<T> {
  const folder = process.env[RUN_VARIABLE];
  if (folder === undefined) return await task();
  const locks = join(folder, "locks");
  mkdirSync(locks, { recursive: true });
  for (;;) {
    for (const name of names) {
      const lock = tryLock(join(locks, `${name}.sqlite`));
      if (lock === null) continue;
      try {
        return await task();
      } finally {
        lock.close();
      }
    }
    await sleep(50);
  }
}

function tryLock(path: string): DatabaseSync | null {
  const lock = new DatabaseSync(path);
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && error.message.includes("locked")) return null;
    throw error;
  }
}

/** Removes a folder that processes may just be leaving. */
export const removeFolder = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
