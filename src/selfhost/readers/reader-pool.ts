import { join } from "node:path";
import { endedReader, type ReaderFailure } from "../../readers/messages.ts";
import { FairQueue } from "./fair-queue.ts";
import type { PoolOptions } from "./limits.ts";
import { type ReadAhead, ReaderProcess } from "./reader-process.ts";
import type { Task } from "./task.ts";

const WATCH_MS = 100;
/** A slow task runs at least this long before it may be ended in favor of others. */
const LEAST_RUN_MS = 1_000;

/**
 * Runs each task in a separate process. Callers take turns. A long task loses its place and its priority, so
 * that other callers do not wait long for it.
 */
export class ReaderPool {
  readonly #options: PoolOptions;
  readonly #folder: string;
  readonly #queue = new FairQueue<Task>();
  readonly #running = new Set<Task>();
  /** Idle processes that may read again, and the timers that end them. */
  readonly #idle = new Map<ReaderProcess, NodeJS.Timeout>();
  #started = 0;
  #watch: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param folder for the processes' sockets; only our user may enter it */
  constructor(options: PoolOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /** Starts a process that reads a document before there is a task for it. */
  readAhead(ahead: ReadAhead): void {
    this.#rest(this.#start(ahead));
  }

  /** Accepts a task, which always gets a response. */
  add(task: Task): void {
    if (this.#closed) {
      task.fail(stopped(task));
      return;
    }
    task.onAbandoned(() => this.#abandon(task));
    this.#queue.add(task);
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS);
    this.#serveNext();
  }

  /** Returns the ids of the active and idle processes. */
  pids(): number[] {
    const busy = [...this.#running].flatMap(({ process }) => process ?? []);
    return [...this.#idle.keys(), ...busy].flatMap(({ pid }) => pid ?? []);
  }

  /** Ends all processes. Running and waiting tasks fail. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#watch !== null) clearInterval(this.#watch);
    for (const task of [...this.#queue.drain(), ...this.#running]) task.fail(stopped(task));
    const busy = [...this.#running].flatMap(({ process }) => process ?? []);
    await Promise.all([...this.#idle.keys(), ...busy].map(async (process) => await process.end()));
  }

  #start(ahead: ReadAhead | null = null): ReaderProcess {
    this.#started += 1;
    const socketPath = join(this.#folder, `${this.#started}.sock`);
    const { script, heapMb } = this.#options;
    return new ReaderProcess(script, heapMb, socketPath, ahead);
  }

  /** Returns a warm process if there is one. */
  #takeProcess(): ReaderProcess {
    for (const [process, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(process);
      if (process.alive) return process;
    }
    return this.#start();
  }

  /** Retains a process for the next task, which usually comes soon or not for a long time. */
  #rest(process: ReaderProcess): void {
    const timer = setTimeout(() => {
      this.#idle.delete(process);
      void process.end();
    }, this.#options.restMs);
    this.#idle.set(process, timer.unref());
  }

  #count(isSlow: boolean): number {
    return [...this.#running].filter((task) => task.isSlow === isSlow).length;
  }

  #runningOf(caller: string): number {
    return [...this.#running].filter((task) => task.caller === caller).length;
  }

  #serveNext(): void {
    while (!this.#closed && this.#count(false) < this.#options.places) {
      const task = this.#queue.take((caller) => this.#runningOf(caller));
      if (task === undefined) return;
      void this.#run(task);
    }
  }

  async #run(task: Task): Promise<void> {
    const process = this.#takeProcess();
    process.hold(true);
    this.#running.add(task);
    const isReusable = await task.run(process);
    this.#running.delete(task);
    process.hold(false);
    const isKept = isReusable && !this.#closed && this.#idle.size < this.#options.places;
    if (isKept) this.#rest(process);
    else void process.end();
    if (this.#closed) return;
    this.#serveNext();
    if (this.#running.size > 0 || this.#watch === null) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }

  /** Ends tasks that exceed their limits, and makes room for waiting callers. */
  #look(): void {
    for (const task of this.#running) {
      const failure = task.excess();
      if (failure !== null) this.#end(task, failure);
    }
    if (this.#queue.isEmpty) return;
    const { longestWaitMs } = this.#options;
    for (const task of this.#running) {
      if (!task.isSlow && task.age >= longestWaitMs) this.#setAside(task);
    }
    this.#serveNext();
    this.#letIn();
  }

  /** Gives a caller without running tasks that has waited long the place of the longest running task. */
  #letIn(): void {
    for (;;) {
      const since = this.#queue.longestWait((caller) => this.#runningOf(caller));
      if (since === null || Date.now() - since < this.#options.longestWaitMs) return;
      const oldest = longestRunning([...this.#running].filter(({ isSlow }) => !isSlow));
      if (oldest === null || !this.#setAside(oldest)) return;
      this.#serveNext();
    }
  }

  /** Takes a task's place and priority. Returns whether there was room for another slow task. */
  #setAside(task: Task): boolean {
    if (this.#count(true) >= this.#options.slowPlaces && !this.#makeRoom()) return false;
    task.isSlow = true;
    task.process?.lowerPriority();
    return true;
  }

  /** Ends the longest running slow task of the caller with the most of them, if another caller waits. */
  #makeRoom(): boolean {
    const slow = [...this.#running].filter(({ isSlow }) => isSlow);
    const most = Math.max(...slow.map(({ caller }) => this.#runningOf(caller)));
    const held = slow.filter(({ caller }) => this.#runningOf(caller) === most);
    const chosen = longestRunning(held);
    if (chosen === null || chosen.age < LEAST_RUN_MS) return false;
    if (!this.#queue.callers.some((caller) => this.#runningOf(caller) < most)) return false;
    this.#end(
      chosen,
      endedReader(chosen.kind, "takes long, and others waited for their turn meanwhile"),
    );
    return true;
  }

  #end(task: Task, failure: ReaderFailure): void {
    task.fail(failure);
    this.#running.delete(task);
    void task.process?.end();
  }

  #abandon(task: Task): void {
    if (this.#running.has(task)) this.#running.delete(task);
    else this.#queue.remove(task);
    void task.process?.end();
  }
}

function longestRunning(tasks: readonly Task[]): Task | null {
  return tasks.toSorted((a, b) => b.age - a.age)[0] ?? null;
}

function stopped({ kind }: Task): ReaderFailure {
  return endedReader(kind, "was not read because the service is stopping");
}
