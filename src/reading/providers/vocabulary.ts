/** The slots that settings bind to a kind of provider. */
export const PROVIDER_SLOTS = ["provider_a", "provider_b", "provider_c"] as const;
export type ProviderSlot = (typeof PROVIDER_SLOTS)[number];

/** Kinds of AI provider that a slot can be bound to. */
export const PROVIDER_KINDS = [
  "embedded",
  "anthropic",
  "openai",
  "google",
  "openai_compatible",
  "ollama",
] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Where a provider processes the text of a report: in the service, on its machine, or elsewhere. */
export const PROVIDER_PLACES = ["service", "machine", "elsewhere"] as const;
export type ProviderPlace = (typeof PROVIDER_PLACES)[number];
