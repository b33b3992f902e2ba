const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a method changes nothing. */
export function isSafe(method: string): boolean {
  return SAFE_METHODS.has(method);
}

/** Whether a browser says that a page of ours, or the user directly, sent the request. */
export function isFromOwnPage(headers: Headers, publicOrigin: string | undefined): boolean {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("Origin");
  return origin !== null && origin === publicOrigin;
}
