/** A browser stores the path in a cookie, of which it accepts 4 KB. */
export const MAX_RETURN_CHARS = 1_000;
/** A placeholder for the origin of the service. A path that resolves to another origin leaves the service. */
const ORIGIN = "http://service.invalid";

/** Whether an address to return to after the login is a path of this service. */
export function isReturnPath(path: string): boolean {
  // Browsers read `\` as `/`, remove tabs and line breaks, and read `//host` as another host. They send
  // other characters than ASCII encoded.
  if (path.length > MAX_RETURN_CHARS || !/^\/(?![/\\])[ -[\]-~]*$/.test(path)) return false;
  const url = URL.parse(path, ORIGIN);
  return url?.origin === ORIGIN && !url.pathname.startsWith("//");
}

/** Returns the address that logs a browser in and sends it back to a path. */
export function loginAddress(path: string): string {
  const isHome = path === "/" || !isReturnPath(path);
  return isHome ? "/auth/login" : `/auth/login?return_to=${encodeURIComponent(path)}`;
}
