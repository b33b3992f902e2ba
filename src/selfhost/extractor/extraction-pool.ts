import { DocumentThread, type ThreadLimits } from "./document-thread.ts";
import type { ExtractionOutcome, ExtractionTask } from "./extraction-message.ts";

/** How many threads there may be, what each document may cost, and the script of a thread. */
export interface ExtractionPoolOptions extends ThreadLimits {
  size: number;
  script: URL;
}

/** Reads documents in threads, one document in each; the rest wait in order of arrival. */
export interface ExtractionPool {
  /** Never rejects; the bytes of the task are moved and no longer the caller's. */
  run(task: ExtractionTask): Promise<ExtractionOutcome>;
  /** Ends all threads; documents that are being read or wait fail. */
  close(): Promise<void>;
}

const DEFAULTS: ExtractionPoolOptions = {
  size: 2,
  maxMemoryMb: 768,
  timeoutMs: 20_000,
  script: new URL("./extraction-thread.ts", import.meta.url),
};

interface Waiting {
  task: ExtractionTask;
  resolve: (outcome: ExtractionOutcome) => void;
}

/**
 * Starts a pool with one warm thread. Threads do not keep the process alive; one that dies of
 * a document is replaced at once, so that the next document finds a warm one again.
 */
export function createExtractionPool(
  overrides: Partial<ExtractionPoolOptions> = {},
): ExtractionPool {
  return new ThreadPool({ ...DEFAULTS, ...overrides });
}

class ThreadPool implements ExtractionPool {
  readonly #options: ExtractionPoolOptions;
  readonly #waiting: Waiting[] = [];
  #threads: DocumentThread[] = [];
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
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }

  #start(): DocumentThread {
    const thread = new DocumentThread(this.#options.script, this.#options);
    this.#threads = [...this.#threads.filter(({ alive }) => alive), thread];
    return thread;
  }

  #idleThread(): DocumentThread | null {
    const alive = this.#threads.filter((thread) => thread.alive);
    const idle = alive.find((thread) => !thread.busy);
    return idle ?? (alive.length < this.#options.size ? this.#start() : null);
  }

  #serveNext(): void {
    const thread = this.#waiting.length > 0 ? this.#idleThread() : null;
    const next = thread === null ? undefined : this.#waiting.shift();
    if (thread === null || next === undefined) return;
    void thread.run(next.task).then((outcome) => {
      next.resolve(outcome);
      if (this.#closed) return;
      if (!thread.alive) this.#idleThread();
      this.#serveNext();
    });
  }
}

function stopped(): ExtractionOutcome {
  const detail = "The service is stopping; upload the document again.";
  return { failure: { code: "document_unreadable", detail } };
}
