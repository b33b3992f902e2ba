import type { WorkspaceEvent } from "./schema.ts";

/** What the feed reads: one row that changes with every write, and the entries of the trail. */
export interface EventSource {
  version(): Promise<string | null>;
  lastSeq(): Promise<number>;
  /** Entries after a place, in order. */
  listAfter(seq: number, limit: number): Promise<WorkspaceEvent[]>;
}

/** The changes that the feed has in memory: all with a sequence number above `from`. */
interface Known {
  version: string | null;
  from: number;
  last: number;
  events: WorkspaceEvent[];
}

const LOOK_EVERY_MS = 900;
/** A request that ended while it was reading never finishes; then another one reads. */
const GIVEN_UP_MS = 5_000;
const MAX_KEPT = 1_000;

/**
 * The latest changes, read once for all connections of an isolate. Whichever connection looks first
 * after the interval reads, the others find what it read: a promise of one request must not be awaited
 * in another one, so nobody waits for the read of somebody else. Without a connection nothing is read.
 */
export class EventFeed {
  readonly #source: EventSource;
  readonly #clock: () => number;
  #known: Known | null = null;
  #lookedAt = -Infinity;
  #isLooking = false;

  constructor(source: EventSource, clock: () => number) {
    this.#source = source;
    this.#clock = clock;
  }

  /** What is known; null before the first read. */
  get known(): Readonly<Pick<Known, "version" | "last">> | null {
    return this.#known;
  }

  /** Reads what is new, unless that was done a moment ago or is being done. */
  async look(): Promise<void> {
    const now = this.#clock();
    const pause = this.#isLooking ? GIVEN_UP_MS : LOOK_EVERY_MS;
    if (now - this.#lookedAt < pause) return;
    this.#lookedAt = now;
    this.#isLooking = true;
    try {
      await this.#read();
    } finally {
      this.#isLooking = false;
    }
  }

  /** The changes after a place, in order; null if they are no longer in memory. */
  since(seq: number): readonly WorkspaceEvent[] | null {
    const known = this.#known;
    if (known === null || seq < known.from) return null;
    return seq >= known.last ? [] : known.events.filter((event) => event.seq > seq);
  }

  async #read(): Promise<void> {
    // The version first: a change during the read is found by the next one.
    const version = await this.#source.version();
    const known = this.#known;
    if (known === null) return await this.#restart(version);
    if (known.version === version) return undefined;
    const news = await this.#source.listAfter(known.last, MAX_KEPT + 1);
    if (news.length > MAX_KEPT) return await this.#restart(version);
    const fresh = news.filter(({ seq }) => seq > known.last);
    const events = [...known.events, ...fresh].slice(-MAX_KEPT);
    const dropped = known.events.length + fresh.length - events.length;
    this.#known = {
      version,
      from: dropped === 0 ? known.from : (events[0]?.seq ?? 1) - 1,
      last: fresh.at(-1)?.seq ?? known.last,
      events,
    };
    return undefined;
  }

  /** Begins at the end of the trail: whoever is behind it reads the entries itself. */
  async #restart(version: string | null): Promise<void> {
    const last = await this.#source.lastSeq();
    this.#known = { version, from: last, last, events: [] };
  }
}
