import { setTimeout as sleep } from "node:timers/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  brokenReader,
  endedReader,
  type ReaderFailure,
  type ReaderKind,
} from "../../readers/messages.ts";
import { Exchange } from "./exchange.ts";
import type { TaskLimits } from "./limits.ts";
import { cpuSeconds, residentMb } from "./process-usage.ts";
import type { ReaderProcess } from "./reader-process.ts";

/** By then, a signal to all processes of the service has reached this one. */
const DEATH_MS = 100;

const MIB = 1024 * 1024;
/** Memory of Node and the loaded libraries before the first task. */
const BASE_MEMORY_MB = 192;

/** One reader request, from its arrival to its response. */
export class Task {
  readonly caller: string;
  readonly kind: ReaderKind;
  readonly since = Date.now();
  /** Whether it has lost its place to others. */
  isSlow = false;
  readonly #limits: TaskLimits;
  readonly #exchange: Exchange;
  #process: ReaderProcess | null = null;
  #startedAt = 0;
  #cpuBefore = 0;

  constructor(
    caller: string,
    kind: ReaderKind,
    limits: TaskLimits,
    exchange: [IncomingMessage, ServerResponse],
  ) {
    this.caller = caller;
    this.kind = kind;
    this.#limits = limits;
    this.#exchange = new Exchange(kind, ...exchange);
  }

  get process(): ReaderProcess | null {
    return this.#process;
  }

  /** Milliseconds since its start. */
  get age(): number {
    return Date.now() - this.#startedAt;
  }

  /** Calls the listener once if the caller disconnects before the response is complete. */
  onAbandoned(listener: () => void): void {
    this.#exchange.onAbandoned(listener);
  }

  /** Runs the task in a process. Returns whether the process can be reused. Never rejects. */
  async run(process: ReaderProcess): Promise<boolean> {
    this.#process = process;
    this.#startedAt = Date.now();
    const isReady = await process.ready;
    if (this.#exchange.isOver) return process.alive;
    this.#cpuBefore = cpuSeconds(process.pid) ?? 0;
    if (isReady && (await this.#exchange.forward(process.socketPath))) {
      return process.alive && !process.isSlow;
    }
    if (!this.#exchange.isOver) {
      // A process that still runs has no more output to send.
      void process.end();
      const isTooLarge = await process.ended;
      // Killing the whole service kills this process too, and then the reader is not at fault.
      await sleep(DEATH_MS);
      this.fail(isTooLarge ? this.#tooLarge() : brokenReader(this.kind));
    }
    return false;
  }

  /** Returns the limit that it exceeds; null if it may continue. */
  excess(): ReaderFailure | null {
    const { cpuSeconds: maxCpu, wallSeconds: maxWall, memoryMb } = this.#limits;
    const { pid } = this.#process ?? {};
    const wall = this.age / 1000;
    const total = cpuSeconds(pid);
    const used = total === null ? wall : total - this.#cpuBefore;
    if (used > maxCpu) return this.#needsMore(`${maxCpu} seconds`);
    if (wall > maxWall) return this.#needsMore(`${maxWall} seconds`);
    const allowed = memoryMb + BASE_MEMORY_MB + this.#exchange.bytes / MIB;
    return residentMb(pid) > allowed ? this.#tooLarge() : null;
  }

  /** Ends the response with a failure. */
  fail(failure: ReaderFailure): void {
    this.#exchange.fail(failure);
  }

  #tooLarge(): ReaderFailure {
    return this.#needsMore(`${this.#limits.memoryMb} MiB of memory`);
  }

  #needsMore(what: string): ReaderFailure {
    return endedReader(this.kind, `needs more than ${what} to be read`);
  }
}
