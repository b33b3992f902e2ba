const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** W3C Trace Context: ids of zeros and version ff are invalid; later versions may append fields. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;

/** The headers that all answers share, unless a route says otherwise: what is ours is kept by nobody. */
const ENTRIES = Object.entries({
  "Cache-Control": "no-store",
  "X-API-Version": "1",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
});

const COMMON = new Headers(ENTRIES);

/** Adds what an answer does not have yet. */
export function addCommonHeaders(headers: Headers): void {
  for (const [name, value] of ENTRIES) if (!headers.has(name)) headers.set(name, value);
}

/**
 * The headers of an answer: its own over those that all share. A copy of headers that were made once
 * costs a tenth of setting each of them.
 */
export function withCommonHeaders(own: Iterable<readonly [name: string, value: string]>): Headers {
  const headers = new Headers(COMMON);
  for (const [name, value] of own) headers.set(name, value);
  return headers;
}

/**
 * Returns the id of a request: that of its `X-Request-ID`, else the trace id of its `traceparent`, else a new
 * one. A malformed header is ignored.
 */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("X-Request-ID") ?? "";
  if (SANE_REQUEST_ID.test(given)) return given;
  const [, traceId] = TRACE_PARENT.exec(headers.get("traceparent") ?? "") ?? [];
  return traceId ?? crypto.randomUUID();
}
