import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROGRAMS } from "../project.ts";
import type { BackupSettings } from "./backup-settings.ts";
import { isDue, mayRetry, nameOf, removeOld, timesOf } from "./stored-backups.ts";

const CHECK_MS = 60_000;

/** Backups that are written while the service runs. */
export interface Backups {
  /** Ends the one that is under way. */
  stop(): Promise<void>;
}

/**
 * Writes a backup whenever one is due, and removes the oldest ones after each. `tradecraft backup` does it
 * in a process of its own, so that the service answers meanwhile. Every failure is logged, and tried again.
 */
export function startBackups(dataDir: string, settings: BackupSettings): Backups {
  const { folder, everyHours } = settings;
  let failedAt: number | null = null;
  let child: ChildProcess | null = null;
  let isStopped = false;
  let work: Promise<void> | null = null;
  let newest: Date | undefined;
  const run = async () => {
    try {
      if (failedAt !== null && !mayRetry(failedAt, everyHours, Date.now())) return;
      newest = timesOf(folder)[0];
      if (!isDue(newest, everyHours, Date.now())) return;
      child = startOne(dataDir, settings);
      await endOf(child);
      const removed = removeOld(folder, settings.keysFolder, settings.keep);
      console.error(`Backup written to ${folder}; ${removed} old ones removed.`);
      failedAt = null;
    } catch (error) {
      if (!isStopped) console.error(describe(error, newest));
      failedAt = Date.now();
    } finally {
      child = null;
      work = null;
    }
  };
  const check = () => {
    work ??= run();
  };
  check();
  const timer = setInterval(check, CHECK_MS);
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      child?.kill("SIGTERM");
      await work;
    },
  };
}

function startOne(dataDir: string, { folder, keysFolder }: BackupSettings): ChildProcess {
  const now = new Date();
  for (const path of [folder, keysFolder]) {
    if (path !== null) mkdirSync(path, { recursive: true });
  }
  const keys = keysFolder === null ? [] : ["--keys", join(keysFolder, nameOf(now, true))];
  const args = ["backup", join(folder, nameOf(now, false)), ...keys, "--data-dir", dataDir];
  const program = [...process.execArgv, join(PROGRAMS, "cli.js"), ...args];
  return spawn(process.execPath, program, { stdio: ["ignore", "ignore", "pipe"] });
}

/** @throws Error with what a backup said when it failed */
async function endOf(child: ChildProcess): Promise<void> {
  const told = child.stderr === null ? "" : text(child.stderr);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error((await told).trim() || `It ended with ${code ?? "a signal"}.`);
}

function describe(error: unknown, newest: Date | undefined): string {
  const reason = error instanceof Error ? error.message : String(error);
  const last = newest === undefined ? "There is none" : `The newest is of ${newest.toISOString()}`;
  return `The scheduled backup FAILED: ${reason} ${last}. The next try is in an hour or less.`;
}
