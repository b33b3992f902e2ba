import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./platform/http/app-env.ts";
import type { Services } from "./services.ts";

const SANE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

const CONTENT_POLICY = "Content-Security-Policy";

/** A viewer in the browser is a page with styles and a plug-in, which the common policy would block. */
const PDF_POLICY = "frame-ancestors 'none'; base-uri 'none'";

/** The headers that all answers share. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "X-API-Version": "1",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  [CONTENT_POLICY]:
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
};

const COMMON_ENTRIES = Object.entries(COMMON_HEADERS);

/** What is ours alone is kept by nobody, unless a route says otherwise. */
export const NOT_STORED = "no-store";

/** The id that the client gave its request, or a new one. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get("X-Request-ID") ?? "";
  return SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID();
}

/** Gives every response its request id and the headers that all share. */
export const labelResponse: MiddlewareHandler<AppEnv<Services>> = async (c, next) => {
  const requestId = requestIdOf(c.req.raw.headers);
  c.set("requestId", requestId);
  await next();
  // Not by `c.header`, which makes a new response for every header of a finished one.
  const { headers } = c.res;
  headers.set("X-Request-ID", requestId);
  for (const [name, value] of COMMON_ENTRIES) headers.set(name, value);
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", NOT_STORED);
  if (headers.get("Content-Type") === "application/pdf") headers.set(CONTENT_POLICY, PDF_POLICY);
};
