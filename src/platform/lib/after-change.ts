import type { Runtime } from "./runtime.ts";

/** For code that runs outside a request, after which the service does this itself. */
export interface AfterChange {
  /** Does what follows a change, such as sealing the audit trail; never rejects. */
  afterChange(): Promise<void>;
}

/** The same for requests. */
export interface AfterRequest extends AfterChange {
  /** Does the same at most once in a tenth of a second; never rejects. */
  afterRequest(): Promise<void>;
}

/** The least time between two runs for requests: a burst of changes is followed by few. */
const INTERVAL_MS = 100;
/** The request that was running it may have been canceled. */
const GIVEN_UP_MS = 5_000;

/** Returns what requests and other work call after a change. */
export function openAfterChange(
  follow: () => Promise<void>,
  runtime: Pick<Runtime, "sleep">,
): AfterRequest {
  const afterChange = followChanges(follow, Date.now);
  const sleep = async (seconds: number) => await runtime.sleep(seconds);
  return { afterChange, afterRequest: atIntervals(afterChange, Date.now, sleep) };
}

/**
 * Runs what follows a change once for all changes that arrive while it runs: it works on what is stored, and runs once
 * more after the last of them. A caller that arrives meanwhile returns immediately, because a request must not depend
 * on another one.
 * @param clock milliseconds, as of `Date.now`
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
 * Runs what follows a change at most once in an interval, for requests. One that arrives while another one waits returns
 * immediately, because the other one's run comes after its change.
 * @param clock milliseconds, as of `Date.now`
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
