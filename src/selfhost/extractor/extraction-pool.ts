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
  const options = { ...DEFAULTS, ...overrides };
  const start = (): DocumentThread => new DocumentThread(options.script, options);
  const waiting: Waiting[] = [];
  let threads = [start()];
  let closed = false;

  const idleThread = (): DocumentThread | null => {
    threads = threads.filter((thread) => thread.alive);
    const idle = threads.find((thread) => !thread.busy);
    if (idle !== undefined) return idle;
    if (threads.length >= options.size) return null;
    const fresh = start();
    threads.push(fresh);
    return fresh;
  };

  const serveNext = (): void => {
    const thread = waiting.length > 0 ? idleThread() : null;
    const next = thread === null ? undefined : waiting.shift();
    if (thread === null || next === undefined) return;
    void thread.run(next.task).then((outcome) => {
      next.resolve(outcome);
      if (closed) return;
      if (!thread.alive) threads = [...threads.filter((other) => other !== thread), start()];
      serveNext();
    });
  };

  return {
    run(task) {
      if (closed) return Promise.resolve(stopped());
      return new Promise((resolve) => {
        waiting.push({ task, resolve });
        serveNext();
      });
    },
    async close() {
      closed = true;
      for (const { resolve } of waiting.splice(0)) resolve(stopped());
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function stopped(): ExtractionOutcome {
  const detail = "The service is stopping; upload the document again.";
  return { failure: { code: "document_unreadable", detail } };
}
