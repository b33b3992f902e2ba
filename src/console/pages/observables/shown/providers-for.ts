import type { EnrichmentProvider } from "../../../api/observables.ts";

/** Returns the enabled providers that support at least one of the kinds. */
export function providersFor(
  providers: readonly EnrichmentProvider[],
  kinds: readonly string[],
): EnrichmentProvider[] {
  return providers.filter((one) => one.enabled && one.kinds.some((kind) => kinds.includes(kind)));
}
