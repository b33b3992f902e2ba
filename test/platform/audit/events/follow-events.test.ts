import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventDeps } from "../../../../src/platform/audit/events/deps.ts";
import { EventFeed } from "../../../../src/platform/audit/events/event-feed.ts";
import { followEvents, LIFETIME_MS } from "../../../../src/platform/audit/events/follow-events.ts";
import { PAGE } from "../../../../src/platform/audit/events/list-events.ts";

/** What D1 allows one invocation of a Worker, of which the request itself takes a few. */
const D1_QUERIES = 1_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const event = (seq: number) => ({ seq }) as never;

/** Follows a trail for as long as a stream lasts, and counts the queries. */
async function countQueries({
  last,
  isBusy,
  after,
}: {
  last: number;
  isBusy: boolean;
  after?: number;
}) {
  let queries = 0;
  let seq = last;
  const count = <T>(answer: T): Promise<T> => {
    queries += 1;
    return Promise.resolve(answer);
  };
  const pageAfter = (from: number, limit: number) =>
    count(Array.from({ length: Math.min(limit, seq - from) }, (_, n) => event(from + n + 1)));
  const audit = { lastSeq: () => count(seq), listEventsAfter: pageAfter };
  const source = {
    version: () => count(String(isBusy ? (seq += 1) : seq)),
    lastSeq: audit.lastSeq,
    listAfter: pageAfter,
  };
  const deps = { audit, eventFeed: new EventFeed(source, Date.now) } as unknown as EventDeps;
  const sent = vi.fn();
  const following = followEvents(deps, after, sent, new AbortController().signal, Date.now);
  await vi.advanceTimersByTimeAsync(LIFETIME_MS + 1_000);
  await following;
  return { queries, sent: sent.mock.calls.length };
}

describe("a stream of changes", () => {
  it("sends one query a second while nothing changes", async () => {
    const { queries } = await countQueries({ last: 10, isBusy: false });
    expect(queries).toBeLessThanOrEqual(LIFETIME_MS / 1_000 + 5);
  });

  it("stays below the queries of an invocation, however busy and far behind it is", async () => {
    const worst = await countQueries({ last: 1_000 * PAGE, isBusy: true, after: 0 });
    expect(worst.queries).toBeLessThan(D1_QUERIES - 30);
  });
});
