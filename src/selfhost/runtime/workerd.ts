import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { RELEASED_WORKERD } from "../project.ts";

/** How workerd is started, and what is done when it ends without having been asked to. */
export interface WorkerdOptions {
  configFile: string;
  /** Unix sockets that it listens on; what a process before it left there is removed. */
  socketFiles: readonly string[];
  /** The environment of the process; it holds the Worker's settings. */
  environment: NodeJS.ProcessEnv;
  /** Called after it was started again. */
  onRestart(): Promise<void>;
}

/** A signal from the terminal reaches workerd as well as us; then it does not come back. */
const SIGNAL_GRACE_MS = 300;
const STOP_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** One that has run for so long counts as sound again. */
const SOUND_MS = 60_000;

/** The program of a release archive, else that of the npm package, as that package itself finds it. */
function findProgram(): string {
  if (existsSync(RELEASED_WORKERD)) return RELEASED_WORKERD;
  const { default: program } = createRequire(import.meta.url)("workerd") as { default: string };
  return program;
}

/** One process: the port of its socket `public` once it listens, and its end. */
interface Run {
  startedAt: number;
  port: Promise<number>;
  ended: Promise<void>;
}

/** Keeps one workerd running until it is stopped. */
export class Workerd {
  readonly #options: WorkerdOptions;
  #child: ChildProcess | null = null;
  #isStopping = false;

  constructor(options: WorkerdOptions) {
    this.#options = options;
  }

  /** Process ids of ours; none while it is being started again. */
  pids(): number[] {
    return this.#child?.pid === undefined ? [] : [this.#child.pid];
  }

  /**
   * Starts it; answers the port of the socket named `public` once all sockets listen.
   * @throws Error when it ends before that
   */
  async start(): Promise<number> {
    const first = this.#spawn();
    const port = await first.port;
    void this.#keepRunning(first);
    return port;
  }

  /** Ends it; it is not started again. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /** Ends one that hangs; it is started again. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  #spawn(): Run {
    for (const path of this.#options.socketFiles) rmSync(path, { force: true });
    const child = spawn(
      findProgram(),
      ["serve", "--experimental", "--control-fd=3", this.#options.configFile],
      { stdio: ["ignore", 2, 2, "pipe"], env: this.#options.environment },
    );
    this.#child = child;
    // However this program ends on its own account, it leaves none behind.
    const kill = () => child.kill("SIGKILL");
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
    // Whoever waits for the port hears of a failure; nobody has to wait for it.
    port.catch(() => undefined);
    return { startedAt: Date.now(), port, ended };
  }

  /** Starts it again whenever it ends, after a pause that grows while it keeps ending soon. */
  async #keepRunning(first: Run): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let run = first; ; run = this.#spawn()) {
      if (run !== first) await this.#announce(run);
      await run.ended;
      this.#child = null;
      await sleep(SIGNAL_GRACE_MS);
      if (this.#isStopping) return;
      if (Date.now() - run.startedAt > SOUND_MS) pauseMs = FIRST_PAUSE_MS;
      console.error("workerd ended unexpectedly and is started again.");
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (this.#isStopping) return;
    }
  }

  async #announce(run: Run): Promise<void> {
    try {
      await run.port;
      await this.#options.onRestart();
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
}

/** workerd tells on a pipe of its own which sockets listen, a line of JSON each. */
async function readPort(control: Readable): Promise<number> {
  for await (const line of createInterface(control)) {
    const event = JSON.parse(line) as { event: string; socket?: string; port?: number };
    if (event.event === "listen" && event.socket === "public") return event.port ?? 0;
  }
  return await new Promise(() => undefined);
}
