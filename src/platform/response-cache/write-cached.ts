import { derive } from "../lib/derive.ts";
import { withCommonHeaders } from "../http/common-headers.ts";
import { isNamed } from "../lib/entity-tag.ts";
import type { CachedResponse } from "./response-cache.ts";

/** All headers of a cached response except the request id, built on first use. */
const headersOf = derive((cached: CachedResponse) => {
  const whole = withCommonHeaders(cached.headers);
  const unchanged = new Headers(whole);
  unchanged.delete("Content-Type");
  return { whole, unchanged };
});

/** Returns a cached response, or 304 if the client already has it (RFC 9110, 13.1.2). */
export function writeCached(cached: CachedResponse, asked: Headers, requestId: string): Response {
  const { whole, unchanged } = headersOf(cached);
  const isKnown = isUnchanged(cached, asked);
  const headers = new Headers(isKnown ? unchanged : whole);
  headers.set("X-Request-ID", requestId);
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(cached.body, { headers });
}

/** Returns whether the client sent the response's entity tag and needs no body. */
function isUnchanged({ etag }: CachedResponse, asked: Headers): boolean {
  if (etag === null) return false;
  const given = asked.get("If-None-Match");
  return given !== null && isNamed(etag, given);
}
