import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { TimeLimits } from "../../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "../deps.ts";

/** Maximum time for all requests of a search, because a user waits for it. */
const SEARCH_MS = 30_000;

/** The requests of one search, which share a deadline. */
export class SourceSearch {
  readonly deps: CollectionDeps;
  /** The caller, whose readings wait for each other. */
  readonly caller: string;
  readonly #endsAt: number;

  constructor(deps: CollectionDeps, caller: string) {
    this.deps = deps;
    this.caller = caller;
    this.#endsAt = Date.parse(deps.now()) + SEARCH_MS;
  }

  /** Returns limits, cut to the remaining time. @throws OutboundError if the time is over */
  within({ timeoutMs, totalMs }: TimeLimits): TimeLimits {
    const left = this.#endsAt - Date.parse(this.deps.now());
    if (left <= 0) {
      throw new OutboundError("The search for a source took too long.", { transient: true });
    }
    return { timeoutMs: Math.min(timeoutMs, left), totalMs: Math.min(totalMs, left) };
  }
}
