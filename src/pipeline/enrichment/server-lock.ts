import type { Context } from "../../services.ts";
import { queryDeadline, ServerLimited } from "./ask-server.ts";
import { lookPauses } from "./waiting.ts";

/** So long a caller waits until others have had their answers from the same server. */
export const LOCK_WAIT_SECONDS = 20;
/** Then it is told to come back. */
const BUSY_SECONDS = 5;

/** Waits for the lock of a server, which is asked one thing at a time. @throws ServerLimited when others keep it for too long */
export async function withServerLock<T>(
  context: Context,
  server: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `server:${server}`;
  const owner = context.newId();
  let waited = 0;
  for (const pause of lookPauses()) {
    const until = context.now(queryDeadline(context) + 10);
    if (await context.turns.take(lock, owner, context.now(), until)) {
      try {
        return await work();
      } finally {
        await context.turns.giveBack(lock, owner);
      }
    }
    if (waited >= LOCK_WAIT_SECONDS) break;
    waited += pause;
    await context.sleep(pause);
  }
  throw new ServerLimited(server, context.now(BUSY_SECONDS));
}
