import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { sourceLimits } from "../../../../platform/outbound/time-limits.ts";
import { type FoundSource, NoSource } from "../kind.ts";
import type { SourceSearch } from "../source-search.ts";
import { fetchManifest, type Manifest } from "./manifest.ts";

const PREVIEWED_ITEMS = 5;

/** Finds the MISP feed in a folder, given the address of any of its files. */
export async function findMispFeed(search: SourceSearch, address: string): Promise<FoundSource> {
  const folder = new URL(".", address.replace(/([^/.])$/, "$1/")).href;
  for (const base of new Set([new URL(".", address).href, folder])) {
    const found = await tryFolder(search, base);
    if (found === null || (found.events.length === 0 && found.broken > 0)) continue;
    const { events, permanentUrl } = found;
    const newest = events.slice(-PREVIEWED_ITEMS).toReversed();
    const organizations = new Set(events.map(({ organization }) => organization));
    const [only = null] = organizations;
    return {
      url: new URL(".", permanentUrl).href,
      title: organizations.size === 1 && only !== null ? `MISP feed of ${only}` : null,
      origin: "address",
      item_count: events.length,
      items: newest.map(({ title, at }) => ({ title, url: null, published_at: at })),
      others: [],
    };
  }
  throw new NoSource(`${address} is no MISP feed: there is no manifest.json that lists events.`);
}

/** Returns the manifest of a folder, or null if there is none. */
async function tryFolder(search: SourceSearch, folder: string): Promise<Manifest | null> {
  try {
    const limits = search.within(sourceLimits(search.deps.settings));
    return await fetchManifest(search.deps, folder, limits);
  } catch (error) {
    if (!(error instanceof OutboundError) || error.status === null) throw error;
    return null;
  }
}
