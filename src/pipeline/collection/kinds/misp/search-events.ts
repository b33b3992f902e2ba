import { z } from "zod";
import type { CollectionDeps } from "../../deps.ts";
import type { Source } from "../../store.ts";
import { TooLarge } from "../fetch-json.ts";
import type { Pieces } from "../import-pieces.ts";
import { settledTime } from "../settled-time.ts";
import { askMisp, type EventPage } from "./ask-misp.ts";

/** Events per page, a power of two so that a page can be halved. */
const PAGE = 32;
/** Maximum number of consecutive events that are each too large before the server counts as faulty. */
const MAX_LARGE = 8;

const stateSchema = z.object({
  /** Minimum edit time of requested events, in seconds since 1970, or null for all. */
  since: z.int().nullable(),
  /** A round that has not ended. */
  round: z
    .object({
      /** Number of events read. */
      offset: z.int().nonnegative(),
      /** Their latest edit. */
      last: z.int().nullable(),
      /** When its first page arrived. */
      began: z.string(),
    })
    .nullable(),
  /** Number of oversized events after it, if a part of a run ended among them. */
  large: z.int().nonnegative().optional(),
});
type State = z.output<typeof stateSchema>;

/**
 * Reads the events of a MISP server edited since the last run, page by page. An oversized page is requested in
 * halves. A single oversized event is skipped.
 * @throws OutboundError
 */
export async function* searchEvents(deps: CollectionDeps, source: Source): Pieces {
  const state: State = stateSchema.safeParse(source.state).data ?? { since: null, round: null };
  const { since } = state;
  let { round, large = 0 } = state;
  for (;;) {
    const offset = (round?.offset ?? 0) + large;
    const found = await fetchPage(deps, source, since, offset);
    if (found instanceof TooLarge) {
      large += 1;
      if (large >= MAX_LARGE) throw found;
      // It is skipped permanently once a later event can be read.
      const rest = { since, round, large };
      yield { content: null, state: null, rest, skipped: { count: 1, first: found.message } };
      continue;
    }
    const { bytes, events, at } = found;
    if (large > 0) round = { offset, last: round?.last ?? null, began: round?.began ?? at };
    large = 0;
    if (events.length === 0) return ended(since, round);
    const times = events.map(({ timestamp }) => timestamp ?? 0);
    const last = Math.max(round?.last ?? 0, ...times);
    round = { offset: offset + events.length, last, began: round?.began ?? at };
    yield { content: bytes, state: { since, round } };
  }
}

/** Returns the page of events after an offset, or the error for a single oversized event. */
async function fetchPage(
  deps: CollectionDeps,
  { url, filters }: Source,
  since: number | null,
  offset: number,
): Promise<EventPage | TooLarge> {
  for (let limit = pageAt(offset); ; limit /= 2) {
    try {
      return await askMisp(deps, url, { limit, page: offset / limit + 1, since, filters });
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      if (limit === 1) return error;
    }
  }
}

/** Returns the largest page size that is aligned to an offset. */
function pageAt(offset: number): number {
  let limit = PAGE;
  while (offset % limit !== 0) limit /= 2;
  return limit;
}

/**
 * Returns the state after a round. Edit times are in seconds, so the last second is complete only once it is over.
 */
function ended(since: number | null, round: State["round"]): State {
  if (round === null) return { since, round: null };
  const last = round.last === null ? null : new Date(round.last * 1000).toISOString();
  const settled = Math.floor(Date.parse(settledTime(last, round.began)) / 1000);
  const next = settled === round.last ? settled + 1 : settled;
  return { since: Math.max(since ?? 0, next), round: null };
}
