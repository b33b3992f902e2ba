import { AppError } from "../../platform/lib/errors.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "./deps.ts";
import { requireFeedUrl } from "./feed-url.ts";
import { UnreadableFeed } from "./feeds/feed.ts";
import { findFeed, type FoundFeed } from "./find-feed.ts";
import type { SourcePreview } from "./schema.ts";

const ITEMS = 5;
const ADVICE = "Paste the address of the site's RSS or Atom feed.";

/**
 * Finds the feed that an address leads to, and reads its first items; nothing is stored.
 * @param given an address as people paste it, with or without `https://`
 * @throws AppError `validation_error` with a sentence that says what to do
 */
export async function previewSource(
  deps: CollectionDeps,
  actor: string,
  given: string,
): Promise<SourcePreview> {
  const { url: address } = requireFeedUrl(deps, withScheme(given));
  const found = await search(deps, actor, withoutFragment(address));
  // The feed may have led elsewhere, so that its own address is judged as well.
  const { key, url: feedUrl } = requireFeedUrl(deps, found.url);
  const { feed, origin, others } = found;
  return {
    url: feedUrl,
    title: feed.title,
    kind: "rss",
    origin,
    item_count: feed.items.length,
    items: feed.items.slice(0, ITEMS).map(({ title, url: link, published_at }) => ({
      title,
      url: link,
      published_at,
    })),
    others,
    source_id: await deps.collection.findIdByUrl(key),
  };
}

async function search(deps: CollectionDeps, actor: string, url: string): Promise<FoundFeed> {
  try {
    return await findFeed(deps, actor, url);
  } catch (error) {
    const detail = whyNoFeed(error, url);
    if (detail === null) throw error;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/url", detail }] });
  }
}

/** Why an address leads to no feed, and what to do; null for what is not foreseen. */
function whyNoFeed(error: unknown, url: string): string | null {
  if (error instanceof UnreadableFeed) {
    return `No feed was found: ${url} ${error.message}. It links no feed, and there is none at the usual paths. ${ADVICE}`;
  }
  if (error instanceof OutboundError) return `${error.message} ${ADVICE}`;
  const isPage = error instanceof AppError && error.code === "document_unreadable";
  return isPage ? error.message : null;
}

/** People copy addresses without a scheme from a browser's address bar. */
function withScheme(given: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
