import type { EnrichmentDeps } from "./deps.ts";
import { lookPauses } from "./look-pauses.ts";
import { ServerLimited } from "./server-limited.ts";

/** Maximum wait for a server that is busy with other callers. */
export const LOCK_WAIT_SECONDS = 20;
/** Delay after which the caller should retry once that wait is over. */
const BUSY_SECONDS = 5;

/**
 * Runs work under the lock of a server, which receives one query at a time.
 * @param seconds maximum time of the work
 * @throws ServerLimited if others have the lock for too long
 */
export async function withServerLock<T>(
  deps: EnrichmentDeps,
  server: string,
  seconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `server:${server}`;
  const owner = deps.newId();
  let waited = 0;
  for (const pause of lookPauses()) {
    if (await deps.locks.lock(lock, owner, deps.now(), deps.now(seconds + 10))) {
      try {
        return await work();
      } finally {
        await deps.locks.release(lock, owner);
      }
    }
    if (waited >= LOCK_WAIT_SECONDS) break;
    waited += pause;
    await deps.sleep(pause);
  }
  throw new ServerLimited(server, deps.now(BUSY_SECONDS), `${server} is answering other queries`);
}
