import type { Runtime } from "./runtime.ts";

/** For code outside a request. After a request the service runs this itself. */
export interface AfterChange {
  /** Runs the follow-up work of a change, such as sealing the audit trail. Never rejects. */
  afterChange(): Promise<void>;
}

/** The same for requests. */
export interface AfterRequest extends AfterChange {
  /** Runs the same work at most once every 100 ms. Never rejects. */
  afterRequest(): Promise<void>;
}

/** Minimum interval between two runs for requests, so that a burst of changes causes few runs. */
const INTERVAL_MS = 100;
/** After this time the pending run counts as abandoned, because its request may have been canceled. */
const GIVEN_UP_MS = 5_000;

/** Returns the functions that requests and other code call after a change. */
export function openAfterChange(
  follow: () => Promise<void>,
  runtime: Pick<Runtime, "sleep">,
): AfterRequest {
  const afterChange = followChanges(follow, Date.now);
  const sleep = async (seconds: number) => await runtime.sleep(seconds);
  return { afterChange, afterRequest: atIntervals(afterChange, Date.now, sleep) };
}

/**
 * Runs the follow-up work once for all changes that arrive while it runs. It works on stored data and runs once more
 * after the last change. A caller that arrives during a run returns immediately, because requests must not depend on
 * each other.
 * @param clock milliseconds, like `Date.now`
 */
export function followChanges(
  follow: () => Promise<void>,
  clock: () => number,
): () => Promise<void> {
  let since = Number.NEGATIVE_INFINITY;
  let isChanged = false;
  return async () => {
    isChanged = true;
    if (clock() - since < GIVEN_UP_MS) return;
    try {
      while (isChanged) {
        isChanged = false;
        since = clock();
        await follow();
      }
    } finally {
      since = Number.NEGATIVE_INFINITY;
    }
  };
}

/**
 * Runs the follow-up work of requests at most once in an interval. A request that arrives while another one waits
 * returns immediately, because that run starts after its change.
 * @param clock milliseconds, like `Date.now`
 * @param sleep takes seconds
 */
export function atIntervals(
  afterChange: () => Promise<void>,
  clock: () => number,
  sleep: (seconds: number) => Promise<void>,
): () => Promise<void> {
  let due = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock();
    if (now < due) return;
    due = Math.max(now, due + INTERVAL_MS);
    if (due > now) await sleep((due - now) / 1_000);
    await afterChange();
  };
}
