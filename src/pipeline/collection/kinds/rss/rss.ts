import type { CollectionDeps } from "../../deps.ts";
import type { Feed } from "../../feeds/feed.ts";
import type { Polled, RunPart, SourceKindEntry } from "../kind.ts";
import { enterItems } from "./enter-items.ts";
import { fetchFeed } from "./fetch-feed.ts";
import { findFeed } from "./find-feed.ts";

/** RSS and Atom feeds. Each item is a separate report. */
export const rss: SourceKindEntry = {
  noun: "feed",
  filters: [],
  looksLike: () => false,
  normalize: (url) => url.href,
  find: findFeed,
  poll: pollFeed,
};

async function pollFeed(deps: CollectionDeps, part: RunPart): Promise<Polled> {
  const { source, run } = part;
  const { page, url, learned } = await fetchFeed(deps, source);
  if (page === null) return { ended: { status: "not_modified" }, learned };
  const feed = await deps.readers.feed(source.id, page, url);
  const counts = await enterItems(deps, source, run, feed, part.report);
  return { ended: { status: "complete", error: warningOf(feed), ...counts }, learned };
}

/** Returns a warning for a feed that was only partly read, or null for a complete one. */
function warningOf({ left_out: left, broken }: Feed): string | null {
  const warnings = [
    ...(left > 0 ? [`The feed has ${left} more items than are read.`] : []),
    ...(broken > 0
      ? [`${broken} items of the feed are invalid or have links that are too long.`]
      : []),
  ];
  return warnings.length === 0 ? null : warnings.join(" ");
}
