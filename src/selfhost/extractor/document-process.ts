import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

/** What one document may cost before its process is killed. */
export interface ProcessLimits {
  maxMemoryMb: number;
  timeoutMs: number;
}

const MEMORY_CHECK_MS = 100;
/** What Node and the loaded libraries take before the first document. */
const BASE_MEMORY_MB = 192;

/**
 * One process, which reads one document at a time and can be killed while it does. A thread would
 * not do: V8 ends the whole process when a thread runs out of memory at the wrong moment.
 */
export class DocumentProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  #settle: ((outcome: ExtractionOutcome) => void) | null = null;
  #alive = true;

  /** Starts the process at once; `script` answers each `ExtractionTask` with an `ExtractionOutcome`. */
  constructor(script: URL, limits: ProcessLimits) {
    this.#limits = limits;
    this.#child = fork(fileURLToPath(script), [], {
      execArgv: [`--max-old-space-size=${limits.maxMemoryMb}`],
      // A reader of foreign files has no business with the settings of the service.
      env: {},
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (outcome: ExtractionOutcome) => this.#finish(outcome));
    this.#child.on("error", () => this.#lost(false));
    // V8 aborts when the heap is full.
    this.#child.on("exit", (_code, signal) => this.#lost(signal === "SIGABRT"));
    // Last, because a listener for messages would hold our own process again.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** False once the process has ended or is about to. */
  get alive(): boolean {
    return this.#alive;
  }

  get busy(): boolean {
    return this.#settle !== null;
  }

  /** Has a document read; never rejects. */
  run(task: ExtractionTask): Promise<ExtractionOutcome> {
    const { timeoutMs } = this.#limits;
    const timer = setTimeout(() => this.#kill(needsMore(`${timeoutMs / 1000} seconds`)), timeoutMs);
    const watch = setInterval(() => this.#checkMemory(), MEMORY_CHECK_MS);
    return new Promise((resolve) => {
      this.#settle = (outcome) => {
        clearTimeout(timer);
        clearInterval(watch);
        resolve(outcome);
      };
      this.#child.send(task, (error) => error !== null && this.#lost(false));
    });
  }

  /** Ends the process; a document that it is reading fails. */
  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#child.once("exit", () => resolve()));
    const running = this.#child.exitCode === null && this.#child.signalCode === null;
    this.#lost(false);
    // From here on its end is worth waiting for.
    this.#child.ref();
    if (running && this.#child.kill("SIGKILL")) await ended;
  }

  /** The limit of the heap does not cover buffers, which is where a PDF's streams unfold. */
  #checkMemory(): void {
    const limit = this.#limits.maxMemoryMb + BASE_MEMORY_MB;
    if (residentMb(this.#child.pid) > limit) this.#kill(this.#tooLarge());
  }

  #kill(outcome: ExtractionOutcome): void {
    this.#alive = false;
    this.#child.kill("SIGKILL");
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

/** Resident memory of a process in MiB; 0 where the system has no /proc. */
function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function needsMore(what: string): ExtractionOutcome {
  return unreadable(`needs more than ${what} to be read`);
}

function unreadable(why: string): ExtractionOutcome {
  const detail = `The document ${why}; split it, or upload its text as a TXT file.`;
  return { failure: { code: "document_unreadable", detail } };
}
