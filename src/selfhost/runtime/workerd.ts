import { setTimeout as sleep } from "node:timers/promises";
import { type SpawnOptions, spawnWorkerd, type WorkerdProcess } from "./spawn-workerd.ts";

/** How to start workerd, and what to do when it ends unexpectedly. */
export interface WorkerdOptions extends SpawnOptions {
  /** Called when it has ended unexpectedly. */
  onEnd(): void;
  /** Called after a restart. */
  onRestart(): Promise<void>;
}

/** A signal from the terminal reaches workerd as well as us. In that case it is not restarted. */
const SIGNAL_GRACE_MS = 300;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A process that has run this long counts as healthy again. */
const SOUND_MS = 60_000;

/** Keeps one workerd running until it is stopped. */
export class Workerd {
  readonly #options: WorkerdOptions;
  #running: WorkerdProcess | null = null;
  #startedAt = 0;
  #isStopping = false;

  constructor(options: WorkerdOptions) {
    this.#options = options;
  }

  /** Returns our process ids; empty during a restart. */
  pids(): number[] {
    return this.#running?.pid === undefined ? [] : [this.#running.pid];
  }

  /** Returns the start time of the current process, in milliseconds since 1970. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /**
   * Starts it. Returns the port of the socket `public` once all sockets listen.
   * @throws Error if it ends before that
   */
  async start(): Promise<number> {
    const first = this.#spawn();
    const port = await first.port;
    void this.#keepRunning(first);
    return port;
  }

  /** Ends it without a restart. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running?.stop();
  }

  /** Ends one that hangs. It is restarted. */
  kill(): void {
    this.#running?.kill();
  }

  #spawn(): WorkerdProcess {
    this.#running = spawnWorkerd(this.#options);
    this.#startedAt = this.#running.startedAt;
    return this.#running;
  }

  /** Restarts it whenever it ends, after a pause that grows while it ends soon each time. */
  async #keepRunning(first: WorkerdProcess): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let run = first; ; run = this.#spawn()) {
      if (run !== first) await this.#announce(run);
      await run.ended;
      this.#running = null;
      if (!this.#isStopping) this.#options.onEnd();
      await sleep(SIGNAL_GRACE_MS);
      if (this.#isStopping) return;
      if (Date.now() - run.startedAt > SOUND_MS) pauseMs = FIRST_PAUSE_MS;
      console.error("workerd ended unexpectedly and is started again.");
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      if (this.#isStopping) return;
    }
  }

  async #announce(run: WorkerdProcess): Promise<void> {
    try {
      await run.port;
      await this.#options.onRestart();
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  }
}
