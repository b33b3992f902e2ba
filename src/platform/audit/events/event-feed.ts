import type { WorkspaceEvent } from "./schema.ts";

/** Source of the feed: one row that changes with every write, and the entries of the trail. */
export interface EventSource {
  version(): Promise<string | null>;
  lastSeq(): Promise<number>;
  /** Returns entries after a position, in order. */
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
/** A request that ended during its read never finishes it. After this time another one reads. */
const GIVEN_UP_MS = 5_000;
const MAX_KEPT = 1_000;

/**
 * The latest changes, read once for all connections of an isolate. The first connection after the interval reads, and
 * the others use its result. They do not wait for it, because a request must not await a promise of another request.
 * Without connections nothing is read.
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

  /** The loaded state, or null before the first read. */
  get known(): Readonly<Pick<Known, "version" | "last">> | null {
    return this.#known;
  }

  /** Reads new changes, unless a read just happened or is in progress. */
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

  /** Returns the changes after a position, in order, or null if they are no longer in memory. */
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

  /** Begins at the end of the trail. A stream that is further behind reads the entries itself. */
  async #restart(version: string | null): Promise<void> {
    const last = await this.#source.lastSeq();
    this.#known = { version, from: last, last, events: [] };
  }
}
