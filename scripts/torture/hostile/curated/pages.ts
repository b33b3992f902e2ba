import type { Sent } from "../send.ts";
import { get, pairs } from "./shapes.ts";

const PATHS = [
  "/",
  "/index.html",
  "/dossiers",
  "/sessions/not-a-uuid",
  "/techniques/T1059",
  "/techniques/%00",
  "/groups/../../etc/passwd",
  "/..%2f..%2fetc%2fpasswd",
  "/%2e%2e/%2e%2e/workspace.sqlite",
  "/assets/",
  "/assets/nothing.js",
  "/assets/..%5c..%5cworker.js",
  "//evil.example/",
  "/\\evil.example",
  "/docs",
  "/docs/errors",
  "/docs/../api/me",
  "/openapi.json",
  "/metrics",
  "/robots.txt",
  "/favicon.ico",
  "/.git/config",
  "/.env",
  "/proof/unknown",
  "/proof/%ff%fe",
  "/auth/login?return_to=//evil.example",
  "/auth/login?return_to=javascript:alert(1)&prompt=none",
  "/auth/callback?code=1&state=2",
  `/${"a/".repeat(2_000)}`,
  `/?${"q=1&".repeat(5_000)}`,
  "/%E0%A4%A",
  "/отчёт".replace(/[^/]/g, encodeURIComponent),
];

const HEADERS: Record<string, string>[] = [
  {},
  { Accept: "text/html" },
  { Accept: "text/html", "Sec-Fetch-Mode": "navigate", "If-None-Match": "*" },
  { Range: "bytes=0-3,2-5,-1" },
  { "If-Modified-Since": "Fri, 31 Dec 9999 23:59:59 GMT" },
  { "Accept-Encoding": "br, gzip;q=0.1, x" },
];

/** Returns cases for pages and nearby paths. */
export const pageCases = (): Sent[] => [
  ...pairs(PATHS, HEADERS).map(([path, headers]) => get(path, headers)),
  ...pairs(PATHS.slice(0, 12), ["HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"]).map(
    ([path, method]) => ({
      ...get(path),
      name: `curated: ${method}`,
      method,
    }),
  ),
];
