import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** A new empty data folder, and how to get rid of it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "tradecraft-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The self-hosted service in processes of its own. */
export interface RunningService {
  url: string;
  process: ChildProcess;
  /** What it printed first. */
  firstLine: string;
  /** Kills Node and workerd at once, as a power cut would. */
  killAll(): Promise<void>;
  /** Asks it to end and answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the service on a folder; rejects with what it said when it ends before it is ready. */
export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "src/selfhost/main.ts"],
    {
      cwd: PROJECT,
      env: { ...process.env, PORT: "0", ...environment, DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
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
      const workerd = childrenOf(child.pid ?? 0);
      child.kill("SIGKILL");
      for (const pid of workerd) process.kill(pid, "SIGKILL");
      await ended;
    },
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      return await ended;
    },
  };
}

/** Process ids of the children of a process, as the system has them. */
export function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .flatMap((task) =>
      readFileSync(join(tasks, task, "children"), "utf8")
        .trim()
        .split(" "),
    )
    .map(Number)
    .filter((child) => child > 0);
}

/** The workerd among them. */
export function workerdOf(pid: number): number {
  const found = childrenOf(pid).find((child) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0")[0]?.endsWith("/workerd"),
  );
  if (found === undefined) throw new Error(`Process ${pid} has no workerd`);
  return found;
}

/** Whether a process still runs (one that ended and waits for its parent does not). */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
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
  const sent = await fetch(`${url}/api/sync/bundles`, {
    method: "POST",
    headers,
    body: new Blob([new Uint8Array(body)]),
  });
  if (sent.status !== 202) throw new Error(`${sent.status}: ${await sent.text()}`);
  return ((await sent.json()) as { task_id: string }).task_id;
}

/** Waits until a task is what is asked for. */
export async function waitForTask(
  url: string,
  taskId: string,
  done: (task: SyncTask) => boolean = ({ status }) => status === "complete" || status === "failed",
): Promise<SyncTask> {
  for (let tries = 0; tries < 1500; tries += 1) {
    // A service whose workerd is being replaced does not answer for a moment.
    const response = await fetch(`${url}/api/sync/tasks/${taskId}`).catch(() => null);
    const task = response?.ok === true ? ((await response.json()) as SyncTask) : null;
    if (task !== null && done(task)) return task;
    await sleep(20);
  }
  throw new Error(`Task ${taskId} never got there`);
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
  techniques: {
    attack_id: string;
    evidence: string;
    evidence_start: number;
    evidence_end: number;
    verified: boolean;
    replaced_from: string | null;
  }[];
  rejected_techniques: { attack_id: string }[];
}
