import type { SyncDeps } from "./deps.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";

const MAX_FAILURES = 3;
/** Longer waits are left to the next sync. */
const MAX_WAIT_SECONDS = 20;

/**
 * Counts what went wrong with one file: after a fault that may pass it waits, after three in a row
 * without any progress it gives up.
 */
export class RetryBudget {
  readonly #deps: SyncDeps;
  #failures = 0;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Waits before another try. @throws the error when there is to be none */
  async wait(error: unknown, progressed: boolean): Promise<void> {
    if (!(error instanceof OutboundError) || !error.transient) throw error;
    this.#failures = progressed ? 1 : this.#failures + 1;
    const seconds = error.retryAfter ?? this.#failures;
    if (this.#failures >= MAX_FAILURES || seconds > MAX_WAIT_SECONDS) throw error;
    await this.#deps.sleep(seconds);
  }
}

/** Runs a task until it succeeds or its retry budget is used up. @throws the last error */
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
