import type { ProviderSettings } from "./settings.ts";
import type { ProviderSlot } from "./vocabulary.ts";

const LETTERS = { provider_a: "A", provider_b: "B", provider_c: "C" } as const;

/** Returns the binding of a slot. `kind` is undefined if the slot is not configured. */
export function bindingOf(settings: ProviderSettings, slot: ProviderSlot) {
  const letter = LETTERS[slot];
  return {
    letter,
    kind: settings[`PROVIDER_${letter}_KIND`],
    model: settings[`PROVIDER_${letter}_MODEL`] ?? "",
    baseUrl: settings[`PROVIDER_${letter}_BASE_URL`],
    apiKey: settings[`PROVIDER_${letter}_API_KEY`],
    timeoutMs: settings[`PROVIDER_${letter}_TIMEOUT_MS`],
    contextTokens: settings[`PROVIDER_${letter}_CONTEXT_TOKENS`],
    chunkChars: settings[`PROVIDER_${letter}_CHUNK_CHARS`],
    prices: {
      input: settings[`PROVIDER_${letter}_INPUT_PRICE`],
      output: settings[`PROVIDER_${letter}_OUTPUT_PRICE`],
    },
  };
}
