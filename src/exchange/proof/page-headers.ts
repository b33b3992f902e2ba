import { base64 } from "@scure/base";
import { STYLE } from "./page/style.ts";

let policy: string | undefined;

/** Returns the headers of a proof page: no script, no frame, no external resource, and no storing or indexing. */
export async function pageHeaders(): Promise<Record<string, string>> {
  policy ??= await writePolicy();
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
  };
}

async function writePolicy(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  return [
    "default-src 'none'",
    `style-src 'sha256-${base64.encode(new Uint8Array(digest))}'`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
