import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { descendantsOf, workerdOf } from "../../test/support/node/processes.ts";
import {
  type RunningService,
  startService,
  temporaryFolder,
} from "../../test/support/node/service.ts";

/** How often a figure is measured. The median is reported. */
export const RUNS = 5;

/** Returns the milliseconds that a task takes. */
export async function time(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Returns the peak resident memory of the service's workerd in MiB, as counted by the system. */
export function peakMemory(service: RunningService): number {
  return memoryOf(service, /VmHWM:\s+(\d+)/);
}

/** Returns the current resident memory. */
export function residentMemory(service: RunningService): number {
  return memoryOf(service, /VmRSS:\s+(\d+)/);
}

function memoryOf(service: RunningService, what: RegExp): number {
  const workerd = workerdOf(service.process.pid ?? 0);
  const status = readFileSync(`/proc/${workerd}/status`, "utf8");
  return Number(what.exec(status)?.[1] ?? 0) / 1024;
}

/** Memory of all processes of the service, in MiB. */
export interface WholeMemory {
  processes: number;
  /** The sum of resident memory. Counts shared pages several times. */
  rss: number;
  /** The same with shared pages divided among the processes that share them. */
  pss: number;
}

/** Returns the current memory of all processes of the service. */
export function wholeMemory(service: RunningService): WholeMemory {
  const pids = processesOf(service);
  const texts = pids.map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
  const sum = (what: RegExp) =>
    texts.reduce((total, text) => total + Number(what.exec(text)?.[1] ?? 0) / 1024, 0);
  return { processes: pids.length, rss: sum(/^Rss:\s+(\d+)/m), pss: sum(/^Pss:\s+(\d+)/m) };
}

/** Linux's unit of processor time (sysconf(_SC_CLK_TCK)). */
const TICKS_PER_SECOND = 100;

/** Returns the processor time of all processes of the service so far, in milliseconds. */
export function processorTime(service: RunningService): number {
  const ticks = processesOf(service).map((pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may contain anything: own time, then that of exited children (proc(5)).
    const [user = 0, system = 0, ...ended] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    return user + system + ended.reduce((sum, one) => sum + one, 0);
  });
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000) / TICKS_PER_SECOND;
}

function processesOf({ process: { pid = 0 } }: RunningService): number[] {
  return [pid, ...descendantsOf(pid)];
}

/** Runs a task against a new service. */
export async function withService(
  task: (service: RunningService, dataDir: string) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const folder = temporaryFolder();
  const service = await startService(folder.path, environment);
  try {
    await task(service, folder.path);
  } finally {
    await service.stop();
    folder.remove();
  }
}

const CONNECTIONS = 16;

/** Returns requests per second over 16 persistent connections. */
export async function requestsPerSecond(
  url: string,
  body: string | null,
  requests = 2_000,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const send = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, method: body === null ? "GET" : "POST" }, (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`${url}: HTTP ${response.statusCode}`)),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  let left = requests;
  const start = performance.now();
  const worker = async () => {
    for (; left > 0; left -= 1) await send();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return requests / seconds;
}
