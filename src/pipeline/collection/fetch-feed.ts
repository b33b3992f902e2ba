import type { CollectionDeps } from "./deps.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import {
  fetchAnswer,
  type OutboundAnswer,
  statusError,
} from "../../platform/outbound/fetch-answer.ts";
import { publicNetwork } from "../../platform/outbound/public-network.ts";
import { sourceLimits } from "../../platform/outbound/time-limits.ts";
import type { FetchedPage } from "../../formats/documents/decode-page.ts";
import { readFeedBody } from "./feed-body.ts";
import type { FeedValidators } from "./feed-validators.ts";
import type { Source } from "./store.ts";

const ACCEPT = [
  "application/atom+xml",
  "application/rss+xml",
  "application/rdf+xml",
  "application/xml;q=0.9",
  "text/xml;q=0.9",
  "*/*;q=0.1",
].join(", ");

/** A feed as it came, or `null` when it is the one that was read before. */
export interface FetchedFeed {
  page: FetchedPage | null;
  url: string;
  validators: FeedValidators;
}

/**
 * Asks for a source's feed, conditionally, under the egress policy. A feed whose bytes are the same
 * as last time counts as not modified, whatever its status.
 * @throws OutboundError
 */
export async function fetchFeed(deps: CollectionDeps, source: Source): Promise<FetchedFeed> {
  const request = {
    url: source.moved_to ?? source.url,
    ...sourceLimits(deps.settings),
    networkFor: publicNetwork(deps),
    headers: {
      Accept: ACCEPT,
      ...(source.etag !== null && { "If-None-Match": source.etag }),
      ...(source.last_modified !== null && { "If-Modified-Since": source.last_modified }),
    },
  };
  return await fetchAnswer(request, async (answer) => await readAnswer(deps, source, answer));
}

async function readAnswer(
  deps: CollectionDeps,
  source: Source,
  answer: OutboundAnswer,
): Promise<FetchedFeed> {
  const { response, url, permanentUrl } = answer;
  const moved_to = permanentUrl === source.url ? null : permanentUrl;
  if (response.status === 304) {
    const { etag, last_modified, body_sha256 } = source;
    return { page: null, url, validators: { moved_to, etag, last_modified, body_sha256 } };
  }
  if (response.status !== 200) {
    throw statusError(source.moved_to ?? source.url, response, deps.now());
  }
  const page = await readFeedBody(answer, deps.settings.MAX_FEED_BYTES);
  const body_sha256 = toHex(await crypto.subtle.digest("SHA-256", page.bytes));
  const header = (name: string) => response.headers.get(name);
  return {
    page: body_sha256 === source.body_sha256 ? null : page,
    url,
    validators: {
      moved_to,
      body_sha256,
      etag: header("ETag"),
      last_modified: header("Last-Modified"),
    },
  };
}
