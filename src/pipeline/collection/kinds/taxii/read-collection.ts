import { z } from "zod";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "../../deps.ts";
import type { Source } from "../../store.ts";
import type { Pieces } from "../import-pieces.ts";
import { TooLarge } from "../fetch-json.ts";
import { settledTime } from "../settled-time.ts";
import { type Envelope, fetchObjects } from "./fetch-taxii.ts";
import { SeenObjects } from "./seen-objects.ts";

/** Objects requested per page, and the divisor if they are too large. A server may send fewer. */
const LIMIT = 500;
const SHRINK = 8;
/** Maximum number of consecutive empty pages before the server counts as faulty. */
const MAX_EMPTY = 20;
/** Statuses with which a server rejects a page of a round that has expired. */
const EXPIRED: ReadonlySet<number | null> = new Set([400, 404, 410, 422]);

const stateSchema = z.object({
  /** The time after which requested objects were added, or null for all. */
  added_after: z.string().nullable(),
  /** A round that has not ended. */
  round: z
    .object({
      /** Token that continues the round. Servers may advance with each request that contains it. */
      next: z.string().nullable(),
      /** When the last stored object was added. */
      last: z.string().nullable(),
      /** When its first page arrived. */
      began: z.string(),
      /** Objects requested per page. */
      limit: z.int().min(1).max(LIMIT).default(LIMIT),
    })
    .nullable(),
});
type State = z.output<typeof stateSchema>;

/**
 * Reads what was added to a collection since the last run, page by page (TAXII 2.1, 3.4 and 5.4). If a server gives
 * no `next`, or its `next` has expired, the request restarts just before the last object, so that none of several
 * with the same time is lost. Repeated objects are skipped. An oversized page is requested in smaller ones.
 * @throws OutboundError
 */
export async function* readCollection(deps: CollectionDeps, source: Source): Pieces {
  let { added_after: after, round }: State = await takeState(deps, source);
  const seen = new SeenObjects(await deps.collection.listItems(source.id), round === null);
  let mayRepeat = true;
  let limit = round?.limit ?? LIMIT;
  for (let empty = 0; empty < MAX_EMPTY;) {
    const page = await fetchPage(deps, source, { after, next: round?.next ?? null, limit });
    if (page === "expired" || page instanceof TooLarge) {
      if (page instanceof TooLarge && limit === 1) throw page;
      const from = justBefore(round?.last ?? null);
      const isLater = from !== null && isAfter(from, after);
      if (page !== "expired") limit = Math.ceil(limit / SHRINK);
      else if (!isLater && !mayRepeat) throw untold(source, "a `next` that it does not accept");
      else mayRepeat &&= isLater;
      if (isLater) after = from;
      round = round === null ? null : { ...round, next: null };
      continue;
    }
    empty = page.objects.length === 0 ? empty + 1 : 0;
    const last: string | null = page.last ?? round?.last ?? null;
    const began = round?.began ?? page.at;
    const taken = { ...seen.take(page.objects), skipped: page.skipped };
    if (!page.more) {
      const state = ended(after, last, began, page.objects.length > 0 || round !== null);
      yield { ...taken, state, ...seen.forget(state.added_after === last) };
      return state;
    }
    if (page.next === null) after = resumeAt(source, after, page);
    round = { next: page.next, last, began, limit };
    const rest = { added_after: after, round };
    yield { ...taken, state: interrupted(after, round), rest };
  }
  throw untold(source, "no object in its pages");
}

/** Returns where the last run stopped. Its `next` is discarded before use, because using it consumes it. */
async function takeState(deps: CollectionDeps, source: Source): Promise<State> {
  const state = stateSchema.safeParse(source.state).data;
  if (state === undefined) return { added_after: null, round: null };
  if (state.round !== null && state.round.next !== null) {
    await deps.collection.advance(source, interrupted(state.added_after, state.round), []);
  }
  return state;
}

/** Returns the state of a round whose `next` may be consumed: it restarts from its last object. */
function interrupted(after: string | null, round: NonNullable<State["round"]>): State {
  const from = justBefore(round.last);
  const isLater = from !== null && isAfter(from, after);
  return { added_after: isLater ? from : after, round: { ...round, next: null } };
}

/** Returns the state after the last page. An empty collection is read from its beginning again. */
function ended(
  after: string | null,
  last: string | null,
  began: string,
  hasObjects: boolean,
): State {
  if (!hasObjects) return { added_after: after, round: null };
  const settled = settledTime(last, began);
  return { added_after: isAfter(settled, after) ? settled : after, round: null };
}

/** Returns a page, or the reason for none: it exceeds the memory limit, or its `next` has expired. */
async function fetchPage(
  deps: CollectionDeps,
  source: Source,
  { after, next, limit }: { after: string | null; next: string | null; limit: number },
): Promise<Envelope | TooLarge | "expired"> {
  const url = new URL("objects/", source.url);
  url.searchParams.set("limit", String(limit));
  if (after !== null) url.searchParams.set("added_after", after);
  const types = source.filters.types ?? [];
  if (types.length > 0) url.searchParams.set("match[type]", types.join(","));
  if (next !== null) url.searchParams.set("next", next);
  try {
    return await fetchObjects(deps, url.href);
  } catch (error) {
    if (error instanceof TooLarge) return error;
    const isExpired = error instanceof OutboundError && EXPIRED.has(error.status);
    if (next !== null && isExpired) return "expired";
    throw error;
  }
}

/** Returns where to resume if a server reports more objects without a `next`. */
function resumeAt(source: Source, after: string | null, { last }: Envelope): string {
  const from = justBefore(last);
  if (from !== null && isAfter(from, after)) return from;
  const sent =
    last === null
      ? "neither `next` nor the header X-TAXII-Date-Added-Last"
      : "no `next`, and more objects of the same time than a page holds";
  throw untold(source, sent);
}

function untold({ url }: Source, sent: string): OutboundError {
  const message = `${url} says that there are more objects but sends ${sent}. They cannot be read.`;
  return new OutboundError(message, { transient: false });
}

function isAfter(time: string, other: string | null): boolean {
  return other === null || Date.parse(time) > Date.parse(other);
}

/** Returns the time just before. Objects of that time repeat, and are recognized. */
function justBefore(time: string | null): string | null {
  return time === null ? null : new Date(Date.parse(time) - 1).toISOString();
}
