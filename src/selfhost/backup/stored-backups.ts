import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const HOUR_MS = 3_600_000;
/** After a failure, the next attempt does not wait for the whole interval. */
const RETRY_MS = HOUR_MS;
const NAME = /^tradecraft-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(\.keys)?\.tar\.gz$/;

/** Returns the name of a scheduled backup, or of the archive of its keys. */
export function nameOf(time: Date, isKeys: boolean): string {
  const stamp = time.toISOString().replace(/[-:]|\.\d+/g, "");
  return `tradecraft-${stamp}${isKeys ? ".keys" : ""}.tar.gz`;
}

/** Returns the start times of the scheduled backups in a folder, newest first. Skips other files. */
export function timesOf(folder: string): Date[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [found, year, month, day, hour, minute, second, keys] = NAME.exec(name) ?? [];
      if (found === undefined || keys !== undefined) return [];
      return [new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)];
    })
    .sort((a, b) => b.getTime() - a.getTime());
}

/** Returns whether to try again after a failure. */
export function mayRetry(failedAt: number, everyHours: number, now: number): boolean {
  return now - failedAt >= Math.min(RETRY_MS, everyHours * HOUR_MS);
}

/** Returns whether a backup is due. */
export function isDue(newest: Date | undefined, everyHours: number, now: number): boolean {
  return newest === undefined || now - newest.getTime() >= everyHours * HOUR_MS;
}

/** Removes all but the newest `keep` backups of a folder, and their keys. Returns how many it removed. */
export function removeOld(folder: string, keysFolder: string | null, keep: number): number {
  const old = timesOf(folder).slice(keep);
  for (const time of old) {
    rmSync(join(folder, nameOf(time, false)), { force: true });
    if (keysFolder !== null) rmSync(join(keysFolder, nameOf(time, true)), { force: true });
  }
  return old.length;
}

/** Returns whether a file is a scheduled backup, or the archive of its keys. */
export function isScheduled(name: string): boolean {
  return NAME.test(name);
}
