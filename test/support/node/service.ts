import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { scaled, waitFor } from "./machine.ts";
import { killTree } from "./processes.ts";
import { removeFolder, RUN_VARIABLE, temporaryRoot, withLock, withStartSlot } from "./test-run.ts";

const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** More than the ten seconds after which the service ends itself. */
const STOP_MS = 20_000;

const folders = new Set<string>();
const services = new Set<ChildProcess>();
let isClosed = false;

/** A new empty data folder, and how to get rid of it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(temporaryRoot(), "tradecraft-"));
  folders.add(path);
  const remove = () => {
    removeFolder(path);
    folders.delete(path);
  };
  return { path, remove };
}

/** Folders that get the data of a first start before their own first one. */
const prepared = new Set<string>();

/**
 * The same for a service whose first start is no part of what is tested: it begins with what a first
 * start leaves, which is made once in a run and copied.
 */
export function preparedFolder(): ReturnType<typeof temporaryFolder> {
  const folder = temporaryFolder();
  prepared.add(folder.path);
  return folder;
}

/**
 * Kills the services that this process started and nobody stopped, and removes their folders. From
 * then on none starts: a test that ran out of time may still be at work.
 */
export function endServices(): void {
  isClosed = true;
  for (const { pid } of services) if (pid !== undefined) killTree(pid);
  services.clear();
  for (const path of folders) removeFolder(path);
  folders.clear();
}
process.once("exit", endServices);

/** The self-hosted service in processes of its own. */
export interface RunningService {
  url: string;
  process: ChildProcess;
  /** What it printed first. */
  firstLine: string;
  /** Kills Node and workerd at once, as a power cut would. */
  killAll(): Promise<void>;
  /** Asks it to end, kills it if it does not, and answers its exit code; null if it was killed. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the service on a folder; rejects with what it said when it ends before it is ready. */
export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  if (prepared.delete(dataDir)) await copyFirstStart(dataDir);
  return await withStartSlot(() => start(dataDir, environment));
}

/** Copies what a first start leaves, and makes it before where nobody did so far. */
async function copyFirstStart(dataDir: string): Promise<void> {
  // Outside a run nobody would remove it, and it would grow old.
  if (process.env[RUN_VARIABLE] === undefined) return;
  const made = join(temporaryRoot(), "first-start");
  await withLock("first-start", async () => {
    if (existsSync(made)) return;
    const folder = temporaryFolder();
    const service = await withStartSlot(() => start(folder.path, {}));
    await service.stop();
    // Renamed when it is whole: whoever is interrupted leaves nothing that looks made.
    renameSync(folder.path, made);
    folders.delete(folder.path);
  });
  cpSync(made, dataDir, { recursive: true });
}

async function start(dataDir: string, environment: Record<string, string>) {
  if (isClosed) throw new Error("The tests of this file have ended.");
  const child = spawnService(dataDir, environment);
  let complaint = "";
  child.stderr.on("data", (data: Buffer) => (complaint += data.toString()));
  const ended = new Promise<number | null>((resolve) =>
    child.once("exit", (code) => resolve(code)),
  );
  const firstLine = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve)),
    ended.then(() => Promise.reject(new Error(complaint))),
  ]);
  return {
    url: firstLine,
    process: child,
    firstLine,
    killAll: async () => {
      killTree(child.pid ?? 0);
      await ended;
      services.delete(child);
    },
    stop: async (signal: NodeJS.Signals = "SIGTERM") => {
      child.kill(signal);
      const timer = setTimeout(() => killTree(child.pid ?? 0), scaled(STOP_MS));
      const code = await ended;
      clearTimeout(timer);
      services.delete(child);
      return code;
    },
  };
}

function spawnService(dataDir: string, environment: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ".build/selfhost/main.js"],
    {
      cwd: PROJECT,
      env: {
        ...process.env,
        TMPDIR: temporaryRoot(),
        PORT: "0",
        ...environment,
        DATA_DIR: dataDir,
      },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, which can be killed as a whole even when Node is gone.
      detached: true,
    },
  );
  services.add(child);
  return child;
}

export interface SyncTask {
  task_id: string;
  status: string;
  created_at: string;
  finished_at: string | null;
  domains: { stage: string; done: number; error: string | null; action: string }[];
}

/** Sends a bundle; answers the task's id. */
export async function sendBundle(url: string, body: Uint8Array, gzip: boolean): Promise<string> {
  const headers: Record<string, string> = gzip ? { "Content-Encoding": "gzip" } : {};
  const send = async () =>
    await fetch(`${url}/api/sync/bundles`, {
      method: "POST",
      headers,
      body: new Blob([new Uint8Array(body)]),
    });
  // The runtime closes a connection that was idle for five seconds, maybe as it is taken up again.
  const sent = await send().catch(send);
  if (sent.status !== 202) throw new Error(`${sent.status}: ${await sent.text()}`);
  return ((await sent.json()) as { task_id: string }).task_id;
}

/** Waits until a task is what is asked for. */
export async function waitForTask(
  url: string,
  taskId: string,
  done: (task: SyncTask) => boolean = ({ status }) => status === "complete" || status === "failed",
): Promise<SyncTask> {
  return await waitFor(`task ${taskId}`, async () => {
    // A service whose workerd is being replaced does not answer for a moment.
    const response = await fetch(`${url}/api/sync/tasks/${taskId}`).catch(() => null);
    const task = response?.ok === true ? ((await response.json()) as SyncTask) : null;
    return task !== null && done(task) ? task : null;
  });
}

/** Sends a report to be analysed; answers status and body. */
export async function analyse(
  url: string,
  fields: Record<string, string | File>,
): Promise<{ status: number; body: AnalysisAnswer }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${url}/api/analyze`, { method: "POST", body: form });
  return { status: response.status, body: (await response.json()) as AnalysisAnswer };
}

export interface AnalysisAnswer {
  code: string;
  detail: string;
  session_id: string;
  summary: string;
  apt_hints: string[];
  entities: { observables: { kind: string; value: string; role: string }[] };
  set_aside: { reason: string; evidence: string }[];
  candidates: { attack_id: string; evidence: string }[];
  techniques: {
    attack_id: string;
    name: string;
    confidence: number;
    evidence: string;
    evidence_start: number;
    evidence_end: number;
    verified: boolean;
    replaced_from: string | null;
  }[];
  rejected_techniques: { attack_id: string; reason: string }[];
}
