import { Worker } from "node:worker_threads";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

/** What one document may cost before its thread is killed. */
export interface ThreadLimits {
  maxMemoryMb: number;
  timeoutMs: number;
}

const MIB = 1024 * 1024;
const MEMORY_CHECK_MS = 100;

/** One worker thread, which reads one document at a time and can be killed while it does. */
export class DocumentThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  #settle: ((outcome: ExtractionOutcome) => void) | null = null;
  #alive = true;

  /** Starts the thread at once; `script` answers each `ExtractionTask` with an `ExtractionOutcome`. */
  constructor(script: URL, limits: ThreadLimits) {
    this.#limits = limits;
    this.#worker = new Worker(script, {
      execArgv: [],
      // A reader of foreign files has no business with the settings of the service.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.maxMemoryMb },
    });
    this.#worker.on("message", (outcome: ExtractionOutcome) => this.#finish(outcome));
    this.#worker.on("error", (error) => this.#lost(isOutOfMemory(error)));
    this.#worker.on("exit", () => this.#lost(false));
    // Last, because a listener for messages would hold the process again.
    this.#worker.unref();
  }

  /** False once the thread has ended or is about to. */
  get alive(): boolean {
    return this.#alive;
  }

  get busy(): boolean {
    return this.#settle !== null;
  }

  /** Has a document read; never rejects. The caller gives up the bytes, which move to the thread. */
  run(task: ExtractionTask): Promise<ExtractionOutcome> {
    const { timeoutMs } = this.#limits;
    const timer = setTimeout(() => this.#kill(needsMore(`${timeoutMs / 1000} seconds`)), timeoutMs);
    const watch = setInterval(() => void this.#checkMemory(), MEMORY_CHECK_MS);
    return new Promise((resolve) => {
      this.#settle = (outcome) => {
        clearTimeout(timer);
        clearInterval(watch);
        resolve(outcome);
      };
      const { buffer } = task.file.bytes;
      this.#worker.postMessage(task, buffer instanceof ArrayBuffer ? [buffer] : []);
    });
  }

  /** Ends the thread; a document that it is reading fails. */
  async end(): Promise<void> {
    this.#lost(false);
    await this.#worker.terminate();
  }

  /** The limit of the heap does not cover buffers, which is where a PDF's streams unfold. */
  async #checkMemory(): Promise<void> {
    const statistics = await this.#worker.getHeapStatistics().catch(() => null);
    if (statistics === null || !this.busy) return;
    if (statistics.external_memory > this.#limits.maxMemoryMb * MIB) this.#kill(this.#tooLarge());
  }

  #kill(outcome: ExtractionOutcome): void {
    this.#alive = false;
    void this.#worker.terminate();
    this.#finish(outcome);
  }

  #lost(outOfMemory: boolean): void {
    this.#alive = false;
    this.#finish(outOfMemory ? this.#tooLarge() : unreadable("could not be read to its end"));
  }

  #finish(outcome: ExtractionOutcome): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(outcome);
  }

  #tooLarge(): ExtractionOutcome {
    return needsMore(`${this.#limits.maxMemoryMb} MiB of memory`);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function needsMore(what: string): ExtractionOutcome {
  return unreadable(`needs more than ${what} to be read`);
}

function unreadable(why: string): ExtractionOutcome {
  const detail = `The document ${why}; split it, or upload its text as a TXT file.`;
  return { failure: { code: "document_unreadable", detail } };
}
