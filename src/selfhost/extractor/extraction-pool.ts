import { DocumentProcess, type ProcessLimits } from "./document-process.ts";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

/** How many processes there may be, what each document may cost, and the script of a process. */
export interface ExtractionPoolOptions extends ProcessLimits {
  size: number;
  script: URL;
}

/** Reads documents in processes, one document in each; the rest wait in order of arrival. */
export interface ExtractionPool {
  /** Never rejects. */
  run(task: ExtractionTask): Promise<ExtractionOutcome>;
  /** Ends all processes; documents that are being read or wait fail. */
  close(): Promise<void>;
}

const DEFAULTS: ExtractionPoolOptions = {
  size: 2,
  maxMemoryMb: 768,
  timeoutMs: 20_000,
  script: new URL("./extraction-process.ts", import.meta.url),
};

interface Waiting {
  task: ExtractionTask;
  resolve: (outcome: ExtractionOutcome) => void;
}

/**
 * Starts a pool with one warm process. They do not keep our own process alive; one that dies of
 * a document is replaced at once, so that the next document finds a warm one again.
 */
export function createExtractionPool(
  overrides: Partial<ExtractionPoolOptions> = {},
): ExtractionPool {
  return new ProcessPool({ ...DEFAULTS, ...overrides });
}

class ProcessPool implements ExtractionPool {
  readonly #options: ExtractionPoolOptions;
  readonly #waiting: Waiting[] = [];
  #processes: DocumentProcess[] = [];
  #closed = false;

  constructor(options: ExtractionPoolOptions) {
    this.#options = options;
    this.#start();
  }

  run(task: ExtractionTask): Promise<ExtractionOutcome> {
    if (this.#closed) return Promise.resolve(stopped());
    return new Promise((resolve) => {
      this.#waiting.push({ task, resolve });
      this.#serveNext();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(stopped());
    await Promise.all(this.#processes.map((process) => process.end()));
  }

  #start(): DocumentProcess {
    const process = new DocumentProcess(this.#options.script, this.#options);
    this.#processes = [...this.#processes.filter(({ alive }) => alive), process];
    return process;
  }

  #idleProcess(): DocumentProcess | null {
    const alive = this.#processes.filter((process) => process.alive);
    const idle = alive.find((process) => !process.busy);
    return idle ?? (alive.length < this.#options.size ? this.#start() : null);
  }

  #serveNext(): void {
    const process = this.#waiting.length > 0 ? this.#idleProcess() : null;
    const next = process === null ? undefined : this.#waiting.shift();
    if (process === null || next === undefined) return;
    void process.run(next.task).then((outcome) => {
      next.resolve(outcome);
      if (this.#closed) return;
      if (!process.alive) this.#idleProcess();
      this.#serveNext();
    });
  }
}

function stopped(): ExtractionOutcome {
  const detail = "The service is stopping; upload the document again.";
  return { failure: { code: "document_unreadable", detail } };
}
