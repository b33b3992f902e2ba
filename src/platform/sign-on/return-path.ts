/** A browser stores the path in a cookie, of which it accepts 4 KB. */
export const MAX_RETURN_CHARS = 1_000;
/** A placeholder for the origin of the service. A path that resolves to another origin leaves the service. */
const ORIGIN = "http://service.invalid";

/** Returns whether a URL to return to after the login is a path of this service. */
export function isReturnPath(path: string): boolean {
  // Browsers read `\` as `/`, remove tabs and line breaks, and treat `//host` as another host. They encode characters
  // other than ASCII.
  if (path.length > MAX_RETURN_CHARS || !/^\/(?![/\\])[ -[\]-~]*$/.test(path)) return false;
  const url = URL.parse(path, ORIGIN);
  return url?.origin === ORIGIN && !url.pathname.startsWith("//");
}

/** Returns the login URL that sends a browser back to a path. */
export function loginAddress(path: string): string {
  const isHome = path === "/" || !isReturnPath(path);
  return isHome ? "/auth/login" : `/auth/login?return_to=${encodeURIComponent(path)}`;
}
