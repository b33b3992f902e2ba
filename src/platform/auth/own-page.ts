const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Returns whether a method is read-only. */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** Returns whether a browser reports that a page of this service, or the user directly, sent the request. */
export function isFromOwnPage(headers: Headers, publicOrigin: string | undefined): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("Origin");
  return origin !== null && origin === publicOrigin;
}
