import { AppError } from "../lib/errors.ts";
import type { AuthSettings } from "../auth/auth-settings.ts";
import { isIdentityProven } from "../auth/identity.ts";
import { isFromOwnPage, isSafe } from "../auth/own-page.ts";

/** Settings for the host names of the service. */
export interface HostSettings extends AuthSettings {
  HOST: string;
  ALLOWED_HOSTS: readonly string[];
  PUBLIC_ORIGIN?: string | undefined;
}

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const ANY_ADDRESS = new Set(["0.0.0.0", "::", "[::]"]);
const IP_LITERAL = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Rejects unknown host names if no authentication is configured. Otherwise a web page could reach the service through a
 * name that it points at this address (DNS rebinding). An address cannot be re-bound, so any address is allowed if the
 * service listens on all of them.
 * @throws AppError `cross_origin`
 */
export function requireKnownHost(url: URL, settings: HostSettings): void {
  if (isKnownHost(url, settings)) return;
  throw new AppError(
    "cross_origin",
    "This host name is not allowed; add it to the setting ALLOWED_HOSTS or PUBLIC_ORIGIN, or configure a proxy that authenticates users.",
  );
}

/**
 * Returns whether the service responds to requests for this host. Behind an authenticating proxy, any host is allowed.
 */
export function isKnownHost(url: URL, settings: HostSettings): boolean {
  if (isIdentityProven(settings)) return true;
  const host = url.hostname.toLowerCase();
  const own = settings.HOST.toLowerCase();
  return (
    LOOPBACK_HOSTS.has(host) ||
    host === own ||
    host === `[${own}]` ||
    settings.ALLOWED_HOSTS.includes(host) ||
    host === publicHost(settings) ||
    (ANY_ADDRESS.has(own) && IP_LITERAL.test(host))
  );
}

/** Returns the public host name in team mode. In local mode every caller is admin, so ALLOWED_HOSTS must list it. */
function publicHost({ AUTH_ENABLED: isTeam, PUBLIC_ORIGIN: origin }: HostSettings): string | null {
  return isTeam && origin !== undefined ? new URL(origin).hostname : null;
}

/**
 * Rejects a mutation that a browser sends for another site. Fetch Metadata is trusted, because no page can set that
 * header, while a proxy may have rewritten `Host`. An older browser's `Origin` must be PUBLIC_ORIGIN or the requested
 * host. Programs that send neither header are accepted.
 * @throws AppError `cross_origin`
 */
export function refuseCrossOrigin(request: Request, url: URL, settings: HostSettings): void {
  const { headers, method } = request;
  if (isSafe(method) || isFromOwnPage(headers, settings.PUBLIC_ORIGIN)) return;
  const origin = headers.get("Origin");
  const isOwn =
    headers.get("Sec-Fetch-Site") === null && (origin === null || isSameHost(origin, url));
  if (!isOwn) {
    throw new AppError(
      "cross_origin",
      "Pages of other origins may not change data; if this is your own page, set PUBLIC_ORIGIN to its origin.",
    );
  }
}

/** Compares host and port. The scheme may differ behind a proxy that terminates TLS. */
function isSameHost(origin: string, url: URL): boolean {
  return URL.parse(origin)?.host === url.host;
}
