import { AppError } from "../lib/errors.ts";
import type { AuthSettings } from "../auth/auth-settings.ts";
import { isIdentityProven } from "../auth/identity.ts";
import { isFromOwnPage, isSafe } from "../auth/own-page.ts";

/** The settings that say by which names the service is known. */
export interface HostSettings extends AuthSettings {
  HOST: string;
  ALLOWED_HOSTS: readonly string[];
  PUBLIC_ORIGIN?: string | undefined;
}

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);
const ANY_ADDRESS = new Set(["0.0.0.0", "::", "[::]"]);
const IP_LITERAL = /^(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Where nothing proves identity, a web page must not reach the service through a name that it points
 * at us (DNS rebinding): only known host names are answered. An address cannot be re-bound, so any
 * address is fine where the operator chose to listen on all of them.
 * @throws AppError `cross_origin`
 */
export function requireKnownHost(url: URL, settings: HostSettings): void {
  if (isKnownHost(url, settings)) return;
  throw new AppError(
    "cross_origin",
    "This host name is not allowed; add it to the setting ALLOWED_HOSTS or PUBLIC_ORIGIN, or configure a proxy that authenticates users.",
  );
}

/** Whether the service answers requests to this host; behind a proxy that proves who asks, to any. */
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

/** In local mode a public name makes everybody admin, so there ALLOWED_HOSTS has to name it. */
function publicHost({ AUTH_ENABLED: isTeam, PUBLIC_ORIGIN: origin }: HostSettings): string | null {
  return isTeam && origin !== undefined ? new URL(origin).hostname : null;
}

/**
 * Refuses a mutation that a browser sends for another site. A browser that says where a page is from
 * (Fetch Metadata) is believed, for no page can write that header; a proxy may have rewritten `Host`.
 * An older browser's `Origin` must be ours: PUBLIC_ORIGIN, or the host that was asked.
 * Programs that send neither header pass.
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

/** The scheme may differ behind a proxy that ends TLS; host and port may not. */
function isSameHost(origin: string, url: URL): boolean {
  return URL.parse(origin)?.host === url.host;
}
