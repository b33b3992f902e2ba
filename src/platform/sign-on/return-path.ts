const MAX_CHARS = 2_000;
/** Any origin: a path that leads to another one is none of ours. */
const ORIGIN = "http://service.invalid";

/** Whether an address to return to after the login is a path of this service, and of no other host. */
export function isReturnPath(path: string): boolean {
  // Browsers take `\` for `/`, remove tabs and line breaks, and read `//host` as another host.
  if (path.length > MAX_CHARS || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
  const url = URL.parse(path, ORIGIN);
  return url?.origin === ORIGIN && !url.pathname.startsWith("//");
}

/** The address that logs a browser in and leads it back to a path. */
export function loginAddress(path: string): string {
  const isHome = path === "/" || !isReturnPath(path);
  return isHome ? "/auth/login" : `/auth/login?return_to=${encodeURIComponent(path)}`;
}
