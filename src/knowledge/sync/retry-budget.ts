import type { SyncDeps } from "./deps.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";

const MAX_FAILURES = 3;
/** Longer waits are left to the next sync. */
const MAX_WAIT_SECONDS = 20;

/** Counts the failures of one file. It waits after a transient failure and gives up after three without progress. */
export class RetryBudget {
  readonly #deps: SyncDeps;
  #failures = 0;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /**
   * Waits before another attempt.
   * @throws the error if there is none left
   */
  async wait(error: unknown, progressed: boolean): Promise<void> {
    if (!(error instanceof OutboundError) || !error.transient) throw error;
    this.#failures = progressed ? 1 : this.#failures + 1;
    const seconds = error.retryAfter ?? this.#failures;
    if (this.#failures >= MAX_FAILURES || seconds > MAX_WAIT_SECONDS) throw error;
    await this.#deps.sleep(seconds);
  }
}

/**
 * Runs a task until it succeeds or its retry budget is used up.
 * @throws the last error
 */
export async function withRetries<T>(deps: SyncDeps, task: () => Promise<T>): Promise<T> {
  const budget = new RetryBudget(deps);
  for (;;) {
    try {
      return await task();
    } catch (error) {
      await budget.wait(error, false);
    }
  }
}
