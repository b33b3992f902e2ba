import type { EnrichmentDeps } from "./deps.ts";
import { lookPauses } from "./look-pauses.ts";
import { ServerLimited } from "./server-limited.ts";

/** Longest wait for a server that answers other callers. */
export const LOCK_WAIT_SECONDS = 20;
/** After that wait the caller is to try again this much later. */
const BUSY_SECONDS = 5;

/**
 * Works under the lock of a server, which is asked one thing at a time.
 * @param seconds that the work can take
 * @throws ServerLimited when others keep the lock for too long
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
