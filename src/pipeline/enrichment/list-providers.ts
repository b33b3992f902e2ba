import { isEnabled } from "./provider.ts";
import { ALL_PROVIDERS } from "./providers.ts";
import type { ProviderView } from "./schema.ts";
import type { EnrichmentSettings } from "./settings.ts";

/** Lists every provider: whether it is enabled, its kinds, and which data is sent to it. */
export function listProviders(settings: EnrichmentSettings): ProviderView[] {
  return ALL_PROVIDERS.map((provider) => ({
    name: provider.name,
    title: provider.title,
    enabled: isEnabled(provider, settings),
    settings: [...provider.settings],
    kinds: [...provider.kinds],
    sends: { what: provider.sends, to: provider.receivers(settings) },
    budget: provider.budget(settings),
  }));
}
