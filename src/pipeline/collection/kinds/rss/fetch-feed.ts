import { z } from "zod";
import type { FetchedPage } from "../../../../formats/documents/decode-page.ts";
import { toHex } from "../../../../platform/lib/to-hex.ts";
import type { OutboundAnswer } from "../../../../platform/outbound/fetch-answer.ts";
import type { CollectionDeps } from "../../deps.ts";
import type { Source } from "../../store.ts";
import { askSource } from "../ask-source.ts";
import { readFeedBody } from "./feed-body.ts";

const ACCEPT = [
  "application/atom+xml",
  "application/rss+xml",
  "application/rdf+xml",
  "application/xml;q=0.9",
  "text/xml;q=0.9",
  "*/*;q=0.1",
].join(", ");

/** Response validators stored for the next conditional request (RFC 9110, 8.8). */
const validatorsSchema = z.object({
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** SHA-256 of the body, for servers without conditional requests. */
  body_sha256: z.string().nullable(),
});
type FeedValidators = z.output<typeof validatorsSchema>;
const NO_VALIDATORS: FeedValidators = { etag: null, last_modified: null, body_sha256: null };

/** A fetched feed. `page` is null if it has not changed since it was last read. */
export interface FetchedFeed {
  page: FetchedPage | null;
  url: string;
  learned: { moved_to: string | null; state: FeedValidators };
}

/**
 * Fetches a source's feed with a conditional request, under the egress policy. A feed with the same bytes as last
 * time counts as not modified, regardless of its status.
 * @throws OutboundError
 */
export async function fetchFeed(deps: CollectionDeps, source: Source): Promise<FetchedFeed> {
  const known = validatorsSchema.safeParse(source.state).data ?? NO_VALIDATORS;
  const request = {
    url: source.moved_to ?? source.url,
    also: [304],
    headers: {
      Accept: ACCEPT,
      ...(known.etag !== null && { "If-None-Match": known.etag }),
      ...(known.last_modified !== null && { "If-Modified-Since": known.last_modified }),
    },
  };
  return await askSource(deps, request, async (answer) => ({
    url: answer.url,
    ...(await readAnswer(deps, source, known, answer)),
  }));
}

async function readAnswer(
  deps: CollectionDeps,
  source: Source,
  known: FeedValidators,
  answer: OutboundAnswer,
): Promise<Omit<FetchedFeed, "url">> {
  const { response, permanentUrl } = answer;
  const moved_to = permanentUrl === source.url ? null : permanentUrl;
  if (response.status === 304) return { page: null, learned: { moved_to, state: known } };
  const page = await readFeedBody(answer, deps.settings.MAX_FEED_BYTES);
  const body_sha256 = toHex(await crypto.subtle.digest("SHA-256", page.bytes));
  const state = {
    body_sha256,
    etag: response.headers.get("ETag"),
    last_modified: response.headers.get("Last-Modified"),
  };
  return { page: body_sha256 === known.body_sha256 ? null : page, learned: { moved_to, state } };
}
