import { setTimeout as sleep } from "node:timers/promises";
import { type SpawnOptions, spawnWorkerd, type WorkerdProcess } from "./spawn-workerd.ts";

/** How workerd is started, and what is done when it ends without having been asked to. */
export interface WorkerdOptions extends SpawnOptions {
  /** Called when it has ended without having been asked to. */
  onEnd(): void;
  /** Called after it was started again. */
  onRestart(): Promise<void>;
}

/** A signal from the terminal reaches workerd as well as us; then it does not come back. */
const SIGNAL_GRACE_MS = 300;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** One that has run for so long counts as sound again. */
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

  /** Process ids of ours; none while it is being started again. */
  pids(): number[] {
    return this.#running?.pid === undefined ? [] : [this.#running.pid];
  }

  /** When the process was started that serves now, in milliseconds since 1970. */
  get startedAt(): number {
    return this.#startedAt;
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
    await this.#running?.stop();
  }

  /** Ends one that hangs; it is started again. */
  kill(): void {
    this.#running?.kill();
  }

  #spawn(): WorkerdProcess {
    this.#running = spawnWorkerd(this.#options);
    this.#startedAt = this.#running.startedAt;
    return this.#running;
  }

  /** Starts it again whenever it ends, after a pause that grows while it keeps ending soon. */
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
