import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { waitFor } from "../support/node/machine.ts";
import {
  analyse,
  type RunningService,
  startService,
  temporaryFolder,
} from "../support/node/service.ts";

/** A file system of 96 MiB; only root may mount one. */
const disk = temporaryFolder();
const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const isMounted = run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk.path);
const dataDir = join(disk.path, "data");
const ballast = join(disk.path, "ballast");

afterAll(() => {
  if (isMounted) run("umount", "--lazy", disk.path);
  disk.remove();
});

/** Writes until the disk takes no more. */
function fillDisk(): void {
  const file = openSync(ballast, "a");
  try {
    for (let size = 2 ** 20; ;) {
      try {
        writeSync(file, new Uint8Array(size));
      } catch {
        if (size === 1) return;
        size = Math.max(1, size / 16);
      }
    }
  } finally {
    closeSync(file);
  }
}

const report = () => new File(["APT29 used PowerShell (T1059.001) against banks."], "report.txt");
const READS = ["health", "analyze/sessions", "pipeline/intake", "pipeline/audit/verify"];
const readAll = async ({ url }: RunningService) =>
  await Promise.all(READS.map(async (path) => (await fetch(`${url}/api/${path}`)).status));

describe.skipIf(!isMounted)("a disk that is full to the last byte", () => {
  it("refuses changes with 507, goes on reading, and works once there is space", async () => {
    let service = await startService(dataDir);
    const made = await analyse(service.url, { file: report() });
    expect(made.status).toBe(200);
    expect(existsSync(join(dataDir, "reserve"))).toBe(true);
    fillDisk();
    // The service releases its reserve, which others may take too.
    await waitFor(
      "the reserve to be released",
      async () => await Promise.resolve(existsSync(join(dataDir, "reserve")) ? null : true),
    );
    const refused = await analyse(service.url, { file: report() });
    expect([refused.status, refused.body.code]).toEqual([507, "storage_full"]);
    expect(refused.body.detail).toMatch(/The disk of the service is full/);
    expect(await readAll(service)).toEqual(READS.map(() => 200));
    // A restart needs space for the files that SQLite makes.
    await service.killAll();
    service = await startService(dataDir);
    expect(await readAll(service)).toEqual(READS.map(() => 200));
    rmSync(ballast);
    await waitFor("an analysis", async () => {
      const { status } = await analyse(service.url, { file: report() });
      return status === 200 ? true : null;
    });
    expect(await readAll(service)).toEqual(READS.map(() => 200));
    await service.stop();
  });
});
