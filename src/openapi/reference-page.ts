import { PRODUCT } from "../platform/lib/product.ts";

/** The version of Scalar's API reference, so that browsers may keep it for ever; as in package.json. */
export const SCALAR_VERSION = "1.72.1";

/**
 * What the page may do: its own scripts, and questions to this service. Scalar sets style attributes
 * and puts its style sheet into the page as an element, so `unsafe-inline` of styles it is, here
 * alone; scripts within the page stay forbidden.
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

/** The page at `/docs`. What it shows comes from `/openapi.json`. */
export function renderReference(): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${PRODUCT.name} reference</title>
<link rel="icon" href="data:,">
<noscript>This page needs scripts. The same is in <a href="/openapi.json">/openapi.json</a>, the error
codes in <a href="/docs/errors">/docs/errors</a>.</noscript>
<div id="reference"></div>
<script src="/docs/start.js"></script><script src="/docs/scalar-${SCALAR_VERSION}.js"></script></html>`;
}
