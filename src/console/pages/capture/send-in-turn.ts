import { Problem } from "../../api/problem.ts";

/** The user decides about a longer wait. */
const MAX_WAIT_SECONDS = 120;
const RATE_LIMITED = 429;

/** The rest of a series, and the seconds until it continues; 0 while it is being sent. */
export interface Progress {
  left: number;
  seconds: number;
}

/** The steps of a series. */
interface Steps<Item, Sent> {
  send: (item: Item) => Promise<Sent>;
  show: (progress: Progress) => void;
  wait: (seconds: number) => Promise<void>;
  /** Called with each sent or rejected item. `error` is null if it was sent. */
  done: (item: Item, sent: Sent | null, error: unknown) => void;
}

/**
 * Sends items in turn. At the rate limit, waits as long as the service says and continues. An item rejected for
 * another reason does not stop the others.
 */
export async function sendInTurn<Item, Sent>(
  items: readonly Item[],
  { send, show, wait, done }: Steps<Item, Sent>,
): Promise<void> {
  for (let place = 0; place < items.length;) {
    const item = items[place] as Item;
    const left = items.length - place;
    show({ left, seconds: 0 });
    try {
      done(item, await send(item), null);
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds !== null) {
        show({ left, seconds });
        await wait(seconds);
        continue;
      }
      done(item, null, error);
    }
    place += 1;
  }
}

function secondsToWait(error: unknown): number | null {
  if (!(error instanceof Problem) || error.status !== RATE_LIMITED) return null;
  const { retryAfter } = error;
  return retryAfter !== null && retryAfter <= MAX_WAIT_SECONDS ? retryAfter : null;
}
