import type { FetchedPage } from "../../formats/documents/decode-page.ts";
import { fetchAnswer, statusError } from "../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { publicNetwork } from "../../platform/outbound/public-network.ts";
import { sourceLimits, type TimeLimits } from "../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "./deps.ts";
import { readFeedBody } from "./feed-body.ts";
import { type Feed, UnreadableFeed } from "./feeds/feed.ts";
import type { FeedLink } from "./feeds/feed-links.ts";
import { usualFeedUrls } from "./usual-feed-urls.ts";
import type { FeedOrigin } from "./vocabulary.ts";

/** A feed, and how an address led to it. */
export interface FoundFeed {
  url: string;
  feed: Feed;
  origin: FeedOrigin;
  /** Other feeds that the page links. */
  others: FeedLink[];
}

/** What an address answered, and where permanent redirects alone led. */
interface Fetched {
  page: FetchedPage;
  url: string;
  permanentUrl: string;
}

/** Longest time for all requests of a search, because somebody waits for it. */
const SEARCH_MS = 30_000;
/** A server gets less time to answer at addresses that are only guesses. */
const GUESS_MS = 5_000;
/** Linked feeds that are tried. */
const MAX_TRIED = 5;

const ACCEPT = "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5";

/**
 * Finds the feed that an address leads to: the address itself, else a feed that its page links, else
 * one at a usual path of the same host. Every request follows the egress policy.
 * @param caller whose readings wait for each other
 * @throws OutboundError where the address does not answer, UnreadableFeed where it leads to no feed,
 *   AppError `document_unreadable`
 */
export async function findFeed(
  deps: CollectionDeps,
  caller: string,
  address: string,
): Promise<FoundFeed> {
  const search = new FeedSearch(deps, caller);
  const limits = sourceLimits(deps.settings);
  const fetched = await search.fetch(address, limits);
  const itself = await search.read(fetched);
  if (!(itself instanceof UnreadableFeed)) {
    return { url: fetched.permanentUrl, feed: itself, origin: "address", others: [] };
  }
  const links = await deps.readers.feedLinks(caller, fetched.page, fetched.url);
  for (const link of links.slice(0, MAX_TRIED)) {
    const found = await search.tryUrl(link.url, limits);
    if (found !== null && found !== "silent") {
      return { ...found, origin: "linked", others: links.filter((other) => other !== link) };
    }
  }
  for (const url of usualFeedUrls(fetched.url)) {
    const found = await search.tryUrl(url, guessLimits(limits));
    // A host that does not answer one guess answers no other.
    if (found === "silent") break;
    if (found !== null) return { ...found, origin: "usual_path", others: [] };
  }
  throw itself;
}

function guessLimits({ timeoutMs, totalMs }: TimeLimits): TimeLimits {
  return { timeoutMs: Math.min(GUESS_MS, timeoutMs), totalMs: Math.min(2 * GUESS_MS, totalMs) };
}

/** The requests of one search, which end together. */
class FeedSearch {
  readonly #deps: CollectionDeps;
  readonly #caller: string;
  readonly #endsAt: number;

  constructor(deps: CollectionDeps, caller: string) {
    this.#deps = deps;
    this.#caller = caller;
    this.#endsAt = Date.parse(deps.now()) + SEARCH_MS;
  }

  /** @throws OutboundError */
  async fetch(url: string, limits: TimeLimits): Promise<Fetched> {
    const left = this.#endsAt - Date.parse(this.#deps.now());
    if (left <= 0) {
      throw new OutboundError("The search for a feed took too long.", { transient: true });
    }
    const request = {
      url,
      timeoutMs: Math.min(limits.timeoutMs, left),
      totalMs: Math.min(limits.totalMs, left),
      networkFor: publicNetwork(this.#deps),
      headers: { Accept: ACCEPT },
    };
    return await fetchAnswer(request, async (answer) => {
      if (answer.response.status !== 200) {
        throw statusError(url, answer.response, this.#deps.now());
      }
      const page = await readFeedBody(answer, this.#deps.settings.MAX_FEED_BYTES);
      return { page, url: answer.url, permanentUrl: answer.permanentUrl };
    });
  }

  /** Reads a feed; what is none is returned as the error that says why. */
  async read({ page, url }: Fetched): Promise<Feed | UnreadableFeed> {
    try {
      return await this.#deps.readers.feed(this.#caller, page, url);
    } catch (error) {
      if (error instanceof UnreadableFeed) return error;
      throw error;
    }
  }

  /** The feed at an address, null where there is none, `silent` where its host does not answer. */
  async tryUrl(
    url: string,
    limits: TimeLimits,
  ): Promise<{ url: string; feed: Feed } | null | "silent"> {
    try {
      const fetched = await this.fetch(url, limits);
      const feed = await this.read(fetched);
      return feed instanceof UnreadableFeed ? null : { url: fetched.permanentUrl, feed };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return error.transient ? "silent" : null;
    }
  }
}
