import { statfsSync } from "node:fs";
import { createServer } from "node:http";
import type { HostReport } from "../../metrics/host-report.ts";
import { closePrivately, listenPrivately } from "../listen-privately.ts";
import { freeBytes } from "../disk-reserve.ts";
import { timesOf } from "../backup/stored-backups.ts";
import { residentMemory } from "./resident-memory.ts";

/** The subject of the report. */
export interface Reported {
  dataDir: string;
  /** The folder for scheduled backups; null if they are off. */
  backupDir: string | null;
  /** The process ids of the service, by role. */
  processes: () => Record<string, readonly number[]>;
}

/**
 * Reports on this machine to the Worker, which cannot inspect processes and disks itself. Returns a function
 * that stops it.
 * @param socketPath in a folder that only our user may enter
 */
export async function serveReport(
  socketPath: string,
  reported: Reported,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    try {
      const isShort = request.url === "/free-bytes";
      const body = JSON.stringify(isShort ? freeBytes(reported.dataDir) : reportOn(reported));
      response.writeHead(200, { "Content-Type": "application/json" }).end(body);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await listenPrivately(server, socketPath);
  return async () => await closePrivately(server, socketPath);
}

function reportOn({ dataDir, backupDir, processes }: Reported): HostReport {
  const resident = Object.entries(processes()).flatMap(([name, pids]) => {
    const bytes = residentMemory(pids);
    return bytes === null ? [] : [[name, bytes] as const];
  });
  const { bsize, blocks } = statfsSync(dataDir);
  const disk = { size_bytes: bsize * blocks, free_bytes: freeBytes(dataDir) };
  const newest = backupDir === null ? null : (timesOf(backupDir)[0]?.getTime() ?? 0) / 1000;
  return {
    resident_bytes: Object.fromEntries(resident),
    disk,
    newest_backup_seconds: newest,
  };
}
