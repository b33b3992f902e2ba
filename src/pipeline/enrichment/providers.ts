import { AppError } from "../../platform/lib/errors.ts";
import { abuseipdb } from "./api/abuseipdb.ts";
import { greynoise } from "./api/greynoise.ts";
import { internetdb } from "./api/internetdb.ts";
import { malwarebazaar } from "./api/malwarebazaar.ts";
import { openApi } from "./api/open-api.ts";
import { otx } from "./api/otx.ts";
import { threatfox } from "./api/threatfox.ts";
import { urlhaus } from "./api/urlhaus.ts";
import { urlscan } from "./api/urlscan.ts";
import { virustotal } from "./api/virustotal.ts";
import { type EnrichmentProvider, isEnabled } from "./provider.ts";
import { rdap } from "./rdap/provider.ts";
import type { EnrichmentSettings } from "./settings.ts";
import { ENRICHMENT_PROVIDERS, type ProviderName } from "./vocabulary.ts";

const PROVIDERS: Readonly<Record<ProviderName, EnrichmentProvider>> = {
  rdap,
  virustotal: openApi(virustotal),
  otx: openApi(otx),
  threatfox: openApi(threatfox),
  urlhaus: openApi(urlhaus),
  malwarebazaar: openApi(malwarebazaar),
  urlscan: openApi(urlscan),
  greynoise: openApi(greynoise),
  abuseipdb: openApi(abuseipdb),
  internetdb: openApi(internetdb),
};

/** All providers, whether enabled or not. */
export const ALL_PROVIDERS: readonly EnrichmentProvider[] = ENRICHMENT_PROVIDERS.map(
  (name) => PROVIDERS[name],
);

/** Returns the provider of this name. @throws AppError `provider_not_configured` unless it is enabled */
export function requireProvider(
  settings: EnrichmentSettings,
  name: ProviderName,
): EnrichmentProvider {
  const provider = PROVIDERS[name];
  if (isEnabled(provider, settings)) return provider;
  const { title, settings: names } = provider;
  throw new AppError(
    "provider_not_configured",
    `${title} is off, so nothing was sent. Set ${names.join(" or ")} to turn it on.`,
  );
}
