import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import type { TimeLimits } from "../../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "../deps.ts";

/** Longest time for all requests of a search, because somebody waits for it. */
const SEARCH_MS = 30_000;

/** The requests of one search, which end together. */
export class SourceSearch {
  readonly deps: CollectionDeps;
  /** Whose readings wait for each other. */
  readonly caller: string;
  readonly #endsAt: number;

  constructor(deps: CollectionDeps, caller: string) {
    this.deps = deps;
    this.caller = caller;
    this.#endsAt = Date.parse(deps.now()) + SEARCH_MS;
  }

  /** Limits, cut to the time that is left. @throws OutboundError when the time is over */
  within({ timeoutMs, totalMs }: TimeLimits): TimeLimits {
    const left = this.#endsAt - Date.parse(this.deps.now());
    if (left <= 0) {
      throw new OutboundError("The search for a source took too long.", { transient: true });
    }
    return { timeoutMs: Math.min(timeoutMs, left), totalMs: Math.min(totalMs, left) };
  }
}
