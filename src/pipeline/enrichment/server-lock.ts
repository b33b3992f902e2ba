import type { EnrichmentDeps } from "./deps.ts";
import { queryDeadline, ServerLimited } from "./ask-server.ts";
import { lookPauses } from "./waiting.ts";

/** So long a caller waits until others have had their answers from the same server. */
export const LOCK_WAIT_SECONDS = 20;
/** Then it is told to come back. */
const BUSY_SECONDS = 5;

/** Waits for the lock of a server, which is asked one thing at a time. @throws ServerLimited when others keep it for too long */
export async function withServerLock<T>(
  deps: EnrichmentDeps,
  server: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `server:${server}`;
  const owner = deps.newId();
  let waited = 0;
  for (const pause of lookPauses()) {
    const until = deps.now(queryDeadline(deps) + 10);
    if (await deps.turns.take(lock, owner, deps.now(), until)) {
      try {
        return await work();
      } finally {
        await deps.turns.giveBack(lock, owner);
      }
    }
    if (waited >= LOCK_WAIT_SECONDS) break;
    waited += pause;
    await deps.sleep(pause);
  }
  throw new ServerLimited(server, deps.now(BUSY_SECONDS));
}
