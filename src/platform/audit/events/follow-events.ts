import type { EventDeps } from "./deps.ts";
import { PAGE } from "./list-events.ts";
import type { EventMessage, WorkspaceEvent } from "./schema.ts";

/** Sends a message. `retry` is the number of milliseconds after which a client reconnects. */
type SendMessage = (
  message: EventMessage,
  fields: { id: number; event?: string; retry?: number },
) => void;

/** How often a stream checks the feed. */
const TICK_MS = 1_000;
/** A Worker invocation is limited in its queries, so the client reconnects. */
export const LIFETIME_MS = 4 * 60 * 1000;
/** Milliseconds after which a client reconnects when the stream ends. */
const RETRY_MS = 500;

/**
 * Sends the changes after a position, or from now on, until the stream's time is over or the client disconnects. A
 * message with the version follows each change of it, even without an event.
 * @param clock milliseconds since 1970
 * @param chance from 0 to 1: spreads the reads of streams that begin simultaneously, as after a restart
 */
export async function followEvents(
  deps: EventDeps,
  after: number | undefined,
  send: SendMessage,
  signal: AbortSignal,
  clock: () => number = Date.now,
  chance: () => number = Math.random,
): Promise<void> {
  const { eventFeed: feed } = deps;
  const end = clock() + LIFETIME_MS;
  let seen = await startAfter(deps, after);
  let version: string | null | undefined;
  let wait = TICK_MS * chance();
  while (!signal.aborted && clock() < end) {
    await feed.look();
    const { known } = feed;
    if (known !== null) {
      seen ??= known.last;
      const events = await eventsAfter(deps, seen);
      for (const event of events) send(event, { id: event.seq });
      seen = events.at(-1)?.seq ?? seen;
      if (known.version !== version) {
        version = known.version;
        send({ version }, { id: seen, event: "version", retry: RETRY_MS });
      }
    }
    await pause(wait, signal);
    wait = TICK_MS;
  }
}

/** Returns the position to start after. A position beyond the end belongs to another database. */
async function startAfter({ audit }: EventDeps, after: number | undefined) {
  return after === undefined ? undefined : Math.min(after, await audit.lastSeq());
}

/** Returns events from the feed, or a page of the trail for a stream that is further behind. */
async function eventsAfter(
  { eventFeed: feed, audit }: EventDeps,
  seq: number,
): Promise<readonly WorkspaceEvent[]> {
  return feed.since(seq) ?? (await audit.listEventsAfter(seq, PAGE));
}

/** Waits until the time is over or the client disconnects. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
