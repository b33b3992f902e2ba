import { setPriority } from "node:os";
import { residentMemory } from "../report/resident-memory.ts";
import { ControlClient } from "./control-client.ts";
import { type SpawnOptions, spawnWorkerd, type WorkerdProcess } from "./spawn-workerd.ts";
import { watchWorkerd } from "./watch-workerd.ts";

/** The sockets of one background process. */
export interface BackgroundSockets {
  /** For requests. */
  requests: string;
  /** For queue messages and requests of the Node program. */
  control: string;
}

export interface BackgroundOptions {
  /** @param n distinguishes this process from others that run simultaneously */
  configure(n: number): SpawnOptions & { sockets: BackgroundSockets };
  /** Called when a process has started or ended. */
  onChange(): void;
  /** Called after an unexpected exit. Work that began before `time` (ms since 1970) is no longer in progress. */
  onCrash(time: number): void;
}

interface Run {
  process: WorkerdProcess;
  sockets: BackgroundSockets;
  control: ControlClient;
  /** Requests and messages in progress. */
  underWay: number;
  /** When the last of them ended, in milliseconds since 1970. */
  idleSince: number;
  isStopping: boolean;
  endWatch: () => void;
}

const LOOK_MS = 5_000;
/** Stays running this long for the next long request of an active analyst. */
const IDLE_MS = 60_000;
/** A process of this size gets no more work: workerd returns little memory to the system. */
const MOST_BYTES = 600 * 1024 * 1024;
/** The serving process takes priority. */
const NICENESS = 5;
/** Socket names are numbered and repeat after 100 processes; far fewer run concurrently. */
const NAMES = 100;

/**
 * Runs workerd for long work only while there is some. A new process starts with little memory, so ending one
 * frees all memory of the work.
 */
export class Background {
  readonly #options: BackgroundOptions;
  readonly #runs = new Set<Run>();
  /** The process for new work. */
  #current: Promise<Run> | null = null;
  #started = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  pids(): number[] {
    return [...this.#runs].flatMap(({ process: { pid } }) => (pid === undefined ? [] : [pid]));
  }

  /**
   * Runs work in the process, which is started if there is none.
   * @param work receives its sockets; the process runs at least until it settles
   * @throws Error if workerd does not start or the service is stopping
   */
  async run<T>(work: (sockets: BackgroundSockets) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("The service is stopping.");
    const run = await this.#take();
    run.underWay += 1;
    try {
      return await work(run.sockets);
    } finally {
      run.underWay -= 1;
      run.idleSince = Date.now();
    }
  }

  /** Ends all processes and their work immediately. The next work starts a new one. */
  kill(): void {
    this.#current = null;
    for (const run of this.#runs) {
      run.isStopping = true;
      run.process.kill();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#current = null;
    await Promise.all([...this.#runs].map(async (run) => await this.#stop(run)));
  }

  /** Returns the process for new work. One that fails to start is not reused. */
  async #take(): Promise<Run> {
    const taken = (this.#current ??= this.#start());
    try {
      return await taken;
    } catch (error) {
      if (this.#current === taken) this.#current = null;
      throw error;
    }
  }

  async #isCurrent(run: Run): Promise<boolean> {
    return (await this.#current?.catch(() => null)) === run;
  }

  async #start(): Promise<Run> {
    const { sockets, ...options } = this.#options.configure((this.#started += 1) % NAMES);
    const process = spawnWorkerd(options);
    const control = new ControlClient(sockets.control);
    const kill = () => process.kill();
    const endWatch = watchWorkerd({ ping: () => control.ping(), kill });
    const counts = { underWay: 0, idleSince: Date.now(), isStopping: false };
    const run: Run = { process, sockets, control, endWatch, ...counts };
    this.#runs.add(run);
    void this.#follow(run);
    lowerPriority(process.pid);
    this.#options.onChange();
    await process.port;
    await Promise.race([control.ping(), process.ended]);
    run.idleSince = Date.now();
    this.#timer ??= setInterval(() => void this.#lookAtAll(), LOOK_MS).unref();
    return run;
  }

  /** Waits for its end, whatever the cause. */
  async #follow(run: Run): Promise<void> {
    await run.process.ended;
    run.endWatch();
    this.#runs.delete(run);
    this.#options.onChange();
    if (run.isStopping) return;
    if (await this.#isCurrent(run)) this.#current = null;
    const starts = [...this.#runs].map(({ process }) => process.startedAt);
    const newer = starts.filter((start) => start > run.process.startedAt);
    console.error("The workerd for long work ended unexpectedly; the next work starts another.");
    this.#options.onCrash(Math.min(Date.now(), ...newer));
  }

  async #lookAtAll(): Promise<void> {
    await Promise.all([...this.#runs].map(async (run) => await this.#look(run)));
    if (this.#runs.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Ends an idle process, and gives no more work to a large one. */
  async #look(run: Run): Promise<void> {
    if (run.isStopping) return;
    const isCurrent = await this.#isCurrent(run);
    if (isCurrent && (residentMemory([run.process.pid ?? 0]) ?? 0) > MOST_BYTES)
      this.#current = null;
    else if (isCurrent && Date.now() - run.idleSince < IDLE_MS) return;
    if (run.underWay > 0 || (await run.control.countUnderWay()) > 0 || run.underWay > 0) return;
    if (isCurrent) this.#current = null;
    await this.#stop(run);
  }

  async #stop(run: Run): Promise<void> {
    run.isStopping = true;
    await run.process.stop();
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // It has already ended, or the system does not permit it.
  }
}
