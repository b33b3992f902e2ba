import { withCommonHeaders } from "../http/common-headers.ts";
import { isNamed } from "../lib/entity-tag.ts";
import type { CachedResponse } from "./response-cache.ts";

/** All headers of a kept answer but the id of the request, made when it is first asked for. */
const prepared = new WeakMap<CachedResponse, { whole: Headers; unchanged: Headers }>();

/** A kept answer as a response, or 304 where the client has it (RFC 9110, 13.1.2). */
export function writeCached(kept: CachedResponse, asked: Headers, requestId: string): Response {
  const { whole, unchanged } = prepared.get(kept) ?? prepare(kept);
  const isKnown = isUnchanged(kept, asked);
  const headers = new Headers(isKnown ? unchanged : whole);
  headers.set("X-Request-ID", requestId);
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(kept.body, { headers });
}

function prepare(kept: CachedResponse): { whole: Headers; unchanged: Headers } {
  const whole = withCommonHeaders(kept.headers);
  const unchanged = new Headers(whole);
  unchanged.delete("Content-Type");
  const made = { whole, unchanged };
  prepared.set(kept, made);
  return made;
}

/** Whether a client names the answer's entity tag, so that it needs no body. */
function isUnchanged({ etag }: CachedResponse, asked: Headers): boolean {
  if (etag === null) return false;
  const given = asked.get("If-None-Match");
  return given !== null && isNamed(etag, given);
}
