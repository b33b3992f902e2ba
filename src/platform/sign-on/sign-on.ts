import type { Log } from "../lib/log.ts";
import type { OutboundDeps } from "../outbound/deps.ts";
import type { RateLimitDeps } from "../rate-limits/deps.ts";
import { countRate } from "../rate-limits/rate-limit.ts";
import { type CookieNames, cookieNames } from "./cookies.ts";
import { Provider } from "./provider.ts";
import { Seals } from "./seals.ts";
import { type CompleteSettings, completeSettings, type SignOnSettings } from "./settings.ts";

/** Login by the service itself, with OpenID Connect. */
export interface SignOn {
  settings: CompleteSettings;
  provider: Provider;
  seals: Seals;
  cookies: CookieNames;
  /** Whether browsers reach the service over https, so that cookies are for https only. */
  isSecure: boolean;
  now: () => string;
  log: Log;
}

/** Shared by all logins: until a login ends, nothing proves who the caller is. */
const ANYONE = { name: "anyone", role: "viewer" } as const;

/** The dependencies of `openSignOn`. */
interface Parts extends Omit<OutboundDeps, "settings">, Omit<RateLimitDeps, "settings"> {
  settings: OutboundDeps["settings"] &
    RateLimitDeps["settings"] &
    SignOnSettings & { PUBLIC_ORIGIN?: string | undefined };
  /** The key of the audit trail, from which the keys of the cookies are derived. */
  auditKey: string;
  now: () => string;
  log: Log;
}

/** Opens the login that the settings configure, or returns null if users are identified in another way. */
export function openSignOn(parts: Parts): SignOn | null {
  const { now, log } = parts;
  const settings = completeSettings(parts.settings);
  if (settings === null) return null;
  const isSecure = settings.PUBLIC_ORIGIN.startsWith("https:");
  return {
    settings,
    provider: new Provider(settings, parts, async () => await countRate(parts, ANYONE, "logins")),
    seals: new Seals(parts.auditKey, settings, now),
    cookies: cookieNames(isSecure),
    isSecure,
    now,
    log,
  };
}
