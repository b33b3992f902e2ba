import { PRODUCT } from "../platform/lib/product.ts";

/** The version of Scalar's API reference, as in package.json, so that browsers may cache it indefinitely. */
export const SCALAR_VERSION = "1.72.1";

/**
 * The page's policy allows its own scripts, and requests to this service. Scalar sets style attributes and inserts its
 * style sheet as an element, which requires `unsafe-inline` for styles, on this page only. Inline scripts remain
 * forbidden.
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Renders the page at `/docs`, which displays `/openapi.json`. */
export function renderReference(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${PRODUCT.name} reference</title>
<link rel="icon" href="data:,">
<noscript>This page needs scripts. The same is in <a href="/openapi.json">/openapi.json</a>, the error
codes in <a href="/docs/errors">/docs/errors</a>.</noscript>
<div id="reference"></div>
<script src="/docs/start.js"></script><script src="/docs/scalar-${SCALAR_VERSION}.js"></script></html>`;
}
