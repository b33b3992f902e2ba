import type { Log } from "../lib/log.ts";
import type { OutboundDeps } from "../outbound/deps.ts";
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
  /** Whether browsers reach the service by https, so that cookies are for https only. */
  isSecure: boolean;
  now: () => string;
  log: Log;
}

/** What opening it takes. */
interface Parts extends Omit<OutboundDeps, "settings"> {
  settings: OutboundDeps["settings"] &
    SignOnSettings & { PUBLIC_ORIGIN?: string | undefined; AUDIT_KEY?: string | undefined };
  now: () => string;
  log: Log;
}

/** The login of the settings; null where another way identifies users. */
export function openSignOn(parts: Parts): SignOn | null {
  const { now, log } = parts;
  const settings = completeSettings(parts.settings);
  if (settings === null) return null;
  const isSecure = settings.PUBLIC_ORIGIN.startsWith("https:");
  return {
    settings,
    provider: new Provider(settings, parts),
    seals: new Seals(parts.settings.AUDIT_KEY ?? "", settings, now),
    cookies: cookieNames(isSecure),
    isSecure,
    now,
    log,
  };
}
