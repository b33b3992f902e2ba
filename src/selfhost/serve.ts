import { setTimeout as sleep } from "node:timers/promises";
import { START_CRON } from "../crons.ts";
import { authWarnings } from "../platform/auth/identity.ts";
import { findLostEntries, requireSoundData } from "./check-data.ts";
import { openAuditKey } from "./audit-key.ts";
import { startBackups } from "./backup/start-backups.ts";
import { removeLeftSnapshots } from "./backup/work-folder.ts";
import { proxyNotes } from "./egress/proxy-settings.ts";
import { endOrphans } from "./end-orphans.ts";
import { watchDisk } from "./disk-reserve.ts";
import { dueCrons } from "./due-crons.ts";
import { removeOrphanBlobs } from "./remove-orphan-blobs.ts";
import { requireFreePort } from "./require-free-port.mjs";
import { type Host, startHost } from "./host.ts";
import { takeDataFolder } from "./data-folder.ts";
import { eraseDeleted, startErasing } from "./erase-deleted.ts";
import type { HostSettings } from "./settings.ts";

/** The interval of checks for lost messages and expired leases. */
const TICK_MS = 30_000;
const SEED_WAIT_MS = 60_000;

/** A running service. `close` ends everything it started and releases the data folder. */
export interface Service {
  url: string;
  close(): Promise<void>;
}

/**
 * Takes the data folder, starts the Worker and makes it ready to respond.
 * @throws Error with one sentence if the folder or the port is in use
 */
export async function serve(
  settings: HostSettings,
  environment: NodeJS.ProcessEnv,
): Promise<Service> {
  const { host: address, port, dataDir, proxy, backups: scheduled } = settings;
  const folder = takeDataFolder(dataDir);
  const endDiskWatch = watchDisk(dataDir);
  try {
    await endOrphans(folder.previous?.workerd_pids ?? []);
    await requireFreePort(address, port);
    requireSoundData(dataDir);
    const lost = findLostEntries(dataDir);
    if (lost !== null) console.error(lost);
    // Erasures that were too large while it served, or were interrupted.
    removeLeftSnapshots(dataDir);
    eraseDeleted(dataDir, Number.POSITIVE_INFINITY);
    removeOrphanBlobs(dataDir);
    const auditKey = openAuditKey(dataDir, environment);
    const given = { ...environment, ...auditKey.settings };
    const backupDir = scheduled?.folder ?? null;
    const way = { host: address, port, dataDir, backupDir, proxy };
    const serving = { url: null as string | null, pids: [] as number[] };
    const describe = () =>
      folder.describe({ pid: process.pid, workerd_pids: serving.pids, url: serving.url });
    const host = await startHost({
      ...way,
      environment: given,
      onRestart: async () => void (await begin()),
      onBackgroundCrash: (time) => void schedule(host, START_CRON, time),
      onProcesses: (pids) => {
        serving.pids = pids;
        if (serving.url !== null) describe();
      },
    });
    serving.url = host.url;
    describe();
    const begin = async () => await host.schedule(START_CRON, host.startedAt());
    if (host.isNew) console.error("Loading the facts of ATT&CK ...");
    if (await begin()) auditKey.keep();
    await waitForKnowledge(host.url);
    const timer = startTimer(host);
    const stopErasing = startErasing(dataDir, host.gate);
    const backups = scheduled === null ? null : startBackups(dataDir, scheduled);
    return {
      url: host.url,
      close: async () => {
        clearInterval(timer);
        await Promise.all([stopErasing(), backups?.stop()]);
        await host.close();
        eraseDeleted(dataDir);
        endDiskWatch();
        folder.release();
      },
    };
  } catch (error) {
    endDiskWatch();
    folder.release();
    throw error;
  }
}

/** Starts the timer of the crons, which nothing else runs here. */
function startTimer(host: Host): NodeJS.Timeout {
  let last = Date.now();
  return setInterval(() => {
    const now = Date.now();
    const due = dueCrons(last, now);
    last = now;
    for (const cron of due.length > 0 ? due : ["@tick"]) void schedule(host, cron, now);
  }, TICK_MS);
}

/** Runs a cron. The Worker logs a failure; the next run comes soon. */
async function schedule(host: Host, cron: string, time: number): Promise<void> {
  await host.schedule(cron, time).catch((error: unknown) => console.error(String(error)));
}

/** Waits until the shipped facts are loaded. On the first start this happens before the URL is printed. */
async function waitForKnowledge(url: string): Promise<void> {
  for (let waited = 0; waited < SEED_WAIT_MS; waited += 100) {
    const response = await fetch(`${url}/api/health`);
    const health = (await response.json()) as { knowledge_base?: unknown[] };
    if ((health.knowledge_base?.length ?? 0) > 0) return;
    await sleep(100);
  }
  console.error("The knowledge base is still empty; GET /api/health tells more.");
}

/** Returns sentences for the start-up log about settings that an operator should know about. */
export function startUpNotes({ worker, host, dataDir, proxy, backups }: HostSettings): string[] {
  const folder = `Data in ${dataDir}; reference at /docs.`;
  const notes = [folder, ...proxyNotes(proxy), ...authWarnings(worker)];
  if (backups !== null) {
    const { everyHours, keep } = backups;
    notes.push(`Backups to ${backups.folder} every ${everyHours} h, retaining the newest ${keep}.`);
  }
  if (!worker.AUTH_ENABLED && host !== "127.0.0.1" && host !== "localhost" && host !== "::1") {
    notes.push("Local mode on a reachable address: everyone who can reach the service is admin.");
  }
  return notes;
}
