import type { FetchedPage } from "../../../../formats/documents/decode-page.ts";
import { AppError } from "../../../../platform/lib/errors.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { sourceLimits, type TimeLimits } from "../../../../platform/outbound/time-limits.ts";
import type { SourceOrigin } from "../../vocabulary.ts";
import { type Feed, UnreadableFeed } from "../../feeds/feed.ts";
import { askSource } from "../ask-source.ts";
import { type FoundSource, NoSource } from "../kind.ts";
import type { SourceSearch } from "../source-search.ts";
import { readFeedBody } from "./feed-body.ts";
import { usualFeedUrls } from "./usual-feed-urls.ts";

/** The response of an address, and the address after only permanent redirects. */
interface Fetched {
  page: FetchedPage;
  url: string;
  permanentUrl: string;
}

/** Shorter timeout for guessed addresses. */
const GUESS_MS = 5_000;
/** Maximum number of linked feeds to try. */
const MAX_TRIED = 5;

const ACCEPT = "application/atom+xml, application/rss+xml, application/xml;q=0.9, */*;q=0.5";

const ADVICE = "Paste the address of the site's RSS or Atom feed.";
const PREVIEWED_ITEMS = 5;

/**
 * Finds the feed for an address: the address itself, or else a feed that its page links, or one at a usual path of
 * the same host.
 * @throws NoSource with a sentence that says what to do
 */
export async function findFeed(search: SourceSearch, address: string): Promise<FoundSource> {
  try {
    return await searchFeed(new FeedSearch(search), address);
  } catch (error) {
    if (error instanceof OutboundError) {
      // A response may come from a server of another kind, but a silent server is of no kind.
      const isFinal = error.status === null;
      throw new NoSource(`No feed was found: ${error.message} ${ADVICE}`, {
        isFinal,
        cause: error,
      });
    }
    if (error instanceof AppError && error.code === "document_unreadable") {
      throw new NoSource(error.message, { cause: error });
    }
    throw error;
  }
}

async function searchFeed(search: FeedSearch, address: string): Promise<FoundSource> {
  const fetched = await search.fetch(address, search.limits);
  const itself = await search.read(fetched);
  if (!(itself instanceof UnreadableFeed)) {
    return toFound(fetched.permanentUrl, itself, "address", []);
  }
  const links = await search.linksOf(fetched);
  for (const link of links.slice(0, MAX_TRIED)) {
    const found = await search.tryUrl(link.url, search.limits);
    if (found !== null && found !== "silent") {
      return toFound(
        found.url,
        found.feed,
        "linked",
        links.filter((other) => other !== link),
      );
    }
  }
  let isSilent = false;
  for (const url of usualFeedUrls(fetched.url)) {
    const found = await search.tryUrl(url, guessLimits(search.limits));
    isSilent = found === "silent";
    // A host that does not respond to one guess responds to no other.
    if (isSilent) break;
    if (found !== null && found !== "silent")
      return toFound(found.url, found.feed, "usual_path", []);
  }
  const why = `${address} ${itself.message}. It links no feed, and there is none at the usual paths.`;
  throw new NoSource(`No feed was found: ${why} ${ADVICE}`, { isFinal: isSilent });
}

function toFound(
  url: string,
  { title, items }: Feed,
  origin: SourceOrigin,
  others: FoundSource["others"],
): FoundSource {
  const previewed = items
    .slice(0, PREVIEWED_ITEMS)
    .map(({ title: name, url: link, published_at }) => ({ title: name, url: link, published_at }));
  return { url, title, origin, item_count: items.length, items: previewed, others };
}

function guessLimits({ timeoutMs, totalMs }: TimeLimits): TimeLimits {
  return { timeoutMs: Math.min(GUESS_MS, timeoutMs), totalMs: Math.min(2 * GUESS_MS, totalMs) };
}

/** The requests of one search for a feed. */
class FeedSearch {
  readonly #search: SourceSearch;

  constructor(search: SourceSearch) {
    this.#search = search;
  }

  get limits(): TimeLimits {
    return sourceLimits(this.#search.deps.settings);
  }

  /** @throws OutboundError */
  async fetch(url: string, limits: TimeLimits): Promise<Fetched> {
    const { deps } = this.#search;
    const request = { url, limits: this.#search.within(limits), headers: { Accept: ACCEPT } };
    return await askSource(deps, request, async (answer) => {
      const page = await readFeedBody(answer, deps.settings.MAX_FEED_BYTES);
      return { page, url: answer.url, permanentUrl: answer.permanentUrl };
    });
  }

  /** Reads a feed. Returns the error if it is not a feed. */
  async read({ page, url }: Fetched): Promise<Feed | UnreadableFeed> {
    const { deps, caller } = this.#search;
    try {
      return await deps.readers.feed(caller, page, url);
    } catch (error) {
      if (error instanceof UnreadableFeed) return error;
      throw error;
    }
  }

  async linksOf({ page, url }: Fetched): Promise<FoundSource["others"]> {
    const { deps, caller } = this.#search;
    return await deps.readers.feedLinks(caller, page, url);
  }

  /** Returns the feed at an address, null if there is none, or `silent` if its host does not respond. */
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
