import { openEvents, readEvents, type WorkspaceEvent } from "../../api/events.ts";
import { readMessages } from "./read-messages.ts";

/** The polling interval without a stream. */
const POLL_MS = 4_000;
/** The service writes something every two seconds. A stream that is silent longer is buffered or dead. */
const SILENT_MS = 5_000;
const AGAIN_MS = 300;
/** A stream that ends earlier counts as a failure, even if it delivered something: a proxy may cut each one off. */
const LASTING_MS = 10_000;
/** The most polls before the stream is tried again. */
const MAX_POLLS = 15;

/** A page's position in the changes of the workspace. */
export interface Place {
  /** The last known change; null before the first response. */
  seq: number | null;
  version: string | null | undefined;
}

/** Handlers for incoming changes. */
export interface Follower {
  onEvents: (events: readonly WorkspaceEvent[]) => void;
  /** Called on the first response. Earlier changes have no event. */
  onStart: () => void;
  /** @param hasEvents whether events came with it, which may be all that changed */
  onVersion: (hasEvents: boolean) => void;
}

/**
 * Follows the changes of the workspace until it is stopped: through the stream, or by polling while that fails.
 * @param place is updated, so that the next call resumes there
 */
export async function followWorkspace(
  place: Place,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const opened = Date.now();
    const heard = await stream(place, follower, signal);
    failures = heard && Date.now() - opened >= LASTING_MS ? 0 : failures + 1;
    if (signal.aborted) return;
    const polls = Math.min(2 ** failures - 1, MAX_POLLS);
    for (let n = 0; n < polls && !signal.aborted; n += 1) {
      await poll(place, follower, signal);
      await pause(POLL_MS, signal);
    }
    // A stream that expired is reopened immediately, and so is one that broke off after a while.
    if (polls === 0) await pause(AGAIN_MS, signal);
  }
}

/** Follows the stream until it ends. Returns whether anything arrived. */
async function stream(place: Place, follower: Follower, signal: AbortSignal): Promise<boolean> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end);
  let silence = setTimeout(end, SILENT_MS);
  let heard = false;
  let hasEvents = false;
  try {
    const body = await openEvents(place.seq, ending.signal);
    await readMessages(
      body,
      ({ event, id, data }) => {
        heard = true;
        place.seq = id === null ? place.seq : Number(id);
        if (event === "version") {
          tellVersion(
            place,
            follower,
            (JSON.parse(data) as Pick<Place, "version">).version,
            hasEvents,
          );
          hasEvents = false;
        } else {
          hasEvents = true;
          follower.onEvents([JSON.parse(data) as WorkspaceEvent]);
        }
      },
      () => {
        clearTimeout(silence);
        silence = setTimeout(end, SILENT_MS);
      },
    );
  } catch {
    // Whatever the cause, polling shows whether the service is available.
  } finally {
    // An unfinished response would stay open, and each user has a limited number.
    end();
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
  }
  return heard;
}

/** Polls once for new changes. */
async function poll(place: Place, follower: Follower, signal: AbortSignal): Promise<void> {
  try {
    for (;;) {
      const { events, last, version } = await readEvents(place.seq, signal);
      place.seq = last;
      if (events.length > 0) follower.onEvents(events);
      tellVersion(place, follower, version, events.length > 0);
      if (events.length === 0) return;
    }
  } catch {
    // The frame shows that the service is unavailable or the login has expired. The next poll may succeed.
  }
}

function tellVersion(
  place: Place,
  follower: Follower,
  version: string | null | undefined,
  hasEvents: boolean,
): void {
  if (place.version === version) return;
  const isFirst = place.version === undefined;
  place.version = version;
  if (isFirst) follower.onStart();
  else follower.onVersion(hasEvents);
}

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
