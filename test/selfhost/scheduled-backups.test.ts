import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { readBackupSettings } from "../../src/selfhost/backup/backup-settings.ts";
import { startBackups } from "../../src/selfhost/backup/start-backups.ts";
import {
  isDue,
  mayRetry,
  nameOf,
  removeOld,
  timesOf,
} from "../../src/selfhost/backup/stored-backups.ts";
import { commandLine } from "../support/node/command-line.ts";
import { waitFor } from "../support/node/machine.ts";
import { preparedFolder, startService, temporaryFolder } from "../support/node/service.ts";

const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder(), preparedFolder()];
afterAll(() => {
  for (const folder of folders) folder.remove();
});
const [backups = "", keys = "", other = "", dataDir = ""] = folders.map(({ path }) => path);

const NOW = Date.UTC(2026, 10, 28, 12);
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000);

describe("scheduled backups", () => {
  it("are off by default, and a wrong setting is named", () => {
    const read = (environment: Record<string, string>) => readBackupSettings(environment, "/data");
    expect(read({ BACKUP_DIR: "" })).toBeNull();
    expect(read({ BACKUP_DIR: "/b" })).toEqual({
      folder: "/b",
      keysFolder: null,
      everyHours: 24,
      keep: 7,
    });
    expect(() => read({ BACKUP_DIR: "/data/b" })).toThrow(/BACKUP_DIR must be a folder outside/);
    expect(() => read({ BACKUP_DIR: "/b", BACKUP_KEEP: "0" })).toThrow(/BACKUP_KEEP must be/);
    expect(() => read({ BACKUP_EVERY_HOURS: "x" })).toThrow(/BACKUP_EVERY_HOURS must be/);
  });

  it("are due when the newest is old enough, and an hour after a failure", () => {
    expect(isDue(undefined, 24, NOW)).toBe(true);
    expect(isDue(hoursAgo(23), 24, NOW)).toBe(false);
    expect(isDue(hoursAgo(24), 24, NOW)).toBe(true);
    expect(mayRetry(hoursAgo(0.5).getTime(), 24, NOW)).toBe(false);
    expect(mayRetry(hoursAgo(1).getTime(), 24, NOW)).toBe(true);
  });

  it("fail without ending the service where their folder is none", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const folder = join(other, "a-file");
    writeFileSync(folder, "");
    const started = startBackups(dataDir, { folder, keysFolder: null, everyHours: 24, keep: 7 });
    await started.stop();
    expect(log.mock.calls.flat().join()).toMatch(/scheduled backup FAILED/);
    log.mockRestore();
    rmSync(folder);
  });

  it("remove old ones of their own alone", () => {
    for (const hours of [1, 2, 3]) writeFileSync(join(other, nameOf(hoursAgo(hours), false)), "");
    writeFileSync(join(other, "tradecraft-before-upgrade.tar.gz"), "");
    expect(removeOld(other, null, 2)).toBe(1);
    expect(timesOf(other)).toEqual([hoursAgo(1), hoursAgo(2)]);
    expect(readdirSync(other)).toHaveLength(3);
  });

  it("are written by the service, keys apart, and can be verified", async () => {
    const old = [hoursAgo(1000), hoursAgo(2000)].map((time) => nameOf(time, false));
    for (const name of old) writeFileSync(join(backups, name), "old");
    writeFileSync(join(backups, "tradecraft-20260101T000000Z.tar.gz.0123abcd.part"), "half");
    const service = await startService(dataDir, {
      BACKUP_DIR: backups,
      BACKUP_KEYS_DIR: keys,
      BACKUP_KEEP: "2",
    });
    const names = await waitFor("a backup", () => {
      const found = readdirSync(backups).sort();
      return !found.includes(old[1] ?? "") ? found : null;
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const [, newest] = /^tradecraft_backup_newest_timestamp_seconds (\S+)$/m.exec(metrics) ?? [];
    expect(Number(newest) * 1000).toBe(timesOf(backups)[0]?.getTime());
    await service.stop();
    expect(names).toEqual([old[0], expect.stringMatching(/^tradecraft-\d{8}T\d{6}Z\.tar\.gz$/)]);
    const [keysName = ""] = readdirSync(keys);
    const args = ["verify", join(backups, names[1] ?? ""), "--keys", join(keys, keysName)];
    const { code, out } = await commandLine(args);
    expect([code, out]).toEqual([0, expect.stringMatching(/audit trail valid with \d+ entries/)]);
  });

  it("are loud when they fail", async () => {
    const file = join(other, "file");
    writeFileSync(file, "");
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const settings = { folder: join(file, "b"), keysFolder: null, everyHours: 24, keep: 7 };
    await startBackups(dataDir, settings).stop();
    expect(log.mock.calls.flat()).toEqual([
      expect.stringMatching(
        /^The scheduled backup FAILED: .*There is no backup\. The next attempt/,
      ),
    ]);
    log.mockRestore();
  });
});
