import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { RELEASED_WORKERD } from "../project.ts";

/** Options for starting a workerd process. */
export interface SpawnOptions {
  configFile: string;
  /** Unix sockets that it listens on. Leftovers of an earlier process are removed. */
  socketFiles: readonly string[];
  /** The environment of the process, with the Worker's settings. */
  environment: NodeJS.ProcessEnv;
}

/** A process of workerd. */
export interface WorkerdProcess {
  /** Undefined if it could not be started. */
  pid: number | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The port of its socket `public`, once that listens. Rejects if the process ends before. */
  port: Promise<number>;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** Ends it within a second. */
  stop(): Promise<void>;
  kill(): void;
}

const STOP_MS = 1_000;

/** Starts workerd. The process ends with this program, whatever the cause. */
export function spawnWorkerd(options: SpawnOptions): WorkerdProcess {
  const startedAt = Date.now();
  for (const path of options.socketFiles) rmSync(path, { force: true });
  const child = spawn(
    findProgram(),
    ["serve", "--experimental", "--control-fd=3", options.configFile],
    { stdio: ["ignore", 2, 2, "pipe"], env: options.environment },
  );
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  const failed = ended.then(() => {
    throw new Error("workerd did not start; see the lines above.");
  });
  const port = Promise.race([readPort(child.stdio[3] as Readable), failed]);
  // Callers that await the port get the error. Nobody has to await it.
  port.catch(() => undefined);
  const stop = async () => await stopProcess(child, ended);
  return { pid: child.pid, startedAt, port, ended, stop, kill };
}

async function stopProcess(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(timer);
}

/** Returns the program of a release archive, or else that of the npm package, located as the package does. */
function findProgram(): string {
  if (existsSync(RELEASED_WORKERD)) return RELEASED_WORKERD;
  const { default: program } = createRequire(import.meta.url)("workerd") as { default: string };
  return program;
}

/** Reads the port from workerd's control pipe, which reports listening sockets as lines of JSON. */
async function readPort(control: Readable): Promise<number> {
  for await (const line of createInterface(control)) {
    const event = JSON.parse(line) as { event: string; socket?: string; port?: number };
    if (event.event === "listen" && event.socket === "public") return event.port ?? 0;
  }
  return await new Promise(() => undefined);
}
