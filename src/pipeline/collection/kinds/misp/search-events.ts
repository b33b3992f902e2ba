import { z } from "zod";
import type { CollectionDeps } from "../../deps.ts";
import type { Source } from "../../store.ts";
import { TooLarge } from "../fetch-json.ts";
import type { Pieces } from "../import-pieces.ts";
import { settledTime } from "../settled-time.ts";
import { askMisp, type EventPage } from "./ask-misp.ts";

/** Events of a page; a power of two, so that a page can be halved. */
const PAGE = 32;
/** Events that are too large alone, one after the other, after which a server is not believed. */
const MAX_LARGE = 8;

const stateSchema = z.object({
  /** Events edited at this time or later are asked for, in seconds since 1970; null for all. */
  since: z.int().nullable(),
  /** A round that has not come to its end. */
  round: z
    .object({
      /** Events that were read. */
      offset: z.int().nonnegative(),
      /** The latest edit of them. */
      last: z.int().nullable(),
      /** When its first page came. */
      began: z.string(),
    })
    .nullable(),
  /** Events behind it that are too large alone, where a part of a run ended among them. */
  large: z.int().nonnegative().optional(),
});
type State = z.output<typeof stateSchema>;

/**
 * Reads the events of a MISP server that were edited since the last run, page by page. A page that is
 * too large is asked for in halves; an event that is too large alone is left out.
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
      // It is passed for good once something that comes after it can be read.
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

/** The page of events behind an offset; the error for an event that is too large alone. */
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

/** The largest page that begins behind so many events. */
function pageAt(offset: number): number {
  let limit = PAGE;
  while (offset % limit !== 0) limit /= 2;
  return limit;
}

/** Events are counted in seconds, and those of the last second have been read once it is over. */
function ended(since: number | null, round: State["round"]): State {
  if (round === null) return { since, round: null };
  const last = round.last === null ? null : new Date(round.last * 1000).toISOString();
  const settled = Math.floor(Date.parse(settledTime(last, round.began)) / 1000);
  const next = settled === round.last ? settled + 1 : settled;
  return { since: Math.max(since ?? 0, next), round: null };
}
