/** For code that runs outside a request, after which the service does this itself. */
export interface AfterChange {
  /** Does what follows a change, such as sealing the audit trail; never rejects. */
  afterChange(): Promise<void>;
}

/** The request that was running it may have been canceled. */
const GIVEN_UP_MS = 5_000;

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
