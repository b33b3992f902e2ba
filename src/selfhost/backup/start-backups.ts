import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROGRAMS } from "../project.ts";
import type { BackupSettings } from "./backup-settings.ts";
import { isDue, mayRetry, nameOf, removeOld, timesOf } from "./stored-backups.ts";

const CHECK_MS = 60_000;

/** Scheduled backups of a running service. */
export interface Backups {
  /** Ends the backup in progress. */
  stop(): Promise<void>;
}

/**
 * Writes a backup whenever one is due, and removes the oldest ones after each. `tradecraft backup` runs as a
 * separate process, so that the service stays responsive. Logs every failure, and tries again.
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
      console.error(`Backup written to ${folder}; ${removed} old backups removed.`);
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

/** @throws Error with the output of a backup that failed */
async function endOf(child: ChildProcess): Promise<void> {
  const printed = child.stderr === null ? "" : text(child.stderr);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error((await printed).trim() || `It ended with ${code ?? "a signal"}.`);
}

function describe(error: unknown, newest: Date | undefined): string {
  const reason = error instanceof Error ? error.message : String(error);
  const last =
    newest === undefined ? "There is no backup" : `The newest backup is of ${newest.toISOString()}`;
  return `The scheduled backup FAILED: ${reason} ${last}. The next attempt is within an hour.`;
}
