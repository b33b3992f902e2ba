import type { Settings } from "../env.ts";
import { AppError } from "../lib/errors.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const ANY_ADDRESS = new Set(["0.0.0.0", "::", "[::]"]);
const IP_LITERAL = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * In local mode nothing proves identity, so a web page must not reach the service through a name
 * that it points at us (DNS rebinding): only known host names are answered. An address cannot be
 * re-bound, so any address is fine where the operator chose to listen on all of them.
 * @throws AppError `cross_origin`
 */
export function requireKnownHost(url: URL, settings: Settings): void {
  if (settings.AUTH_ENABLED) return;
  const host = url.hostname.toLowerCase();
  const own = settings.HOST.toLowerCase();
  const known =
    LOOPBACK_HOSTS.has(host) ||
    host === own ||
    host === `[${own}]` ||
    settings.ALLOWED_HOSTS.includes(host) ||
    (ANY_ADDRESS.has(own) && IP_LITERAL.test(host));
  if (!known) {
    throw new AppError(
      "cross_origin",
      "This host name is not known here; name it in the setting ALLOWED_HOSTS, or switch on AUTH_ENABLED.",
    );
  }
}

/**
 * Refuses a mutation that a browser sends for another site (Fetch Metadata, and Origin for older
 * browsers). Programs that send neither header pass.
 * @throws AppError `cross_origin`
 */
export function refuseCrossOrigin(request: Request, url: URL): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  const foreignSite = site === "cross-site" || site === "same-site";
  const foreignOrigin = origin !== null && !isSameHost(origin, url);
  if (foreignSite || foreignOrigin) {
    throw new AppError("cross_origin", "A page of another origin may not change anything here.");
  }
}

/** The scheme may differ behind a proxy that ends TLS; host and port may not. */
function isSameHost(origin: string, url: URL): boolean {
  return URL.parse(origin)?.host === url.host;
}
