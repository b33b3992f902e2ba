import type { ProviderDeps } from "./deps.ts";
import type { ProviderSettings } from "./settings.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { createEmbeddedProvider } from "./embedded/provider.ts";
import { PROVIDER_SLOTS, type ProviderKind, type ProviderSlot } from "./vocabulary.ts";
import { createLanguageModelProvider } from "./language-model/provider.ts";
import type { AnalysisProvider } from "./port.ts";

/** What a slot is bound to, for `/api/health`; never a key. */
export interface SlotDescription {
  id: ProviderSlot;
  kind: ProviderKind | null;
  model: string | null;
  configured: boolean;
}

const LETTERS = { provider_a: "A", provider_b: "B", provider_c: "C" } as const;

/** The settings of one slot. */
function bindingOf(settings: ProviderSettings, slot: ProviderSlot) {
  const letter = LETTERS[slot];
  return {
    letter,
    kind: settings[`PROVIDER_${letter}_KIND`],
    model: settings[`PROVIDER_${letter}_MODEL`] ?? "",
    baseUrl: settings[`PROVIDER_${letter}_BASE_URL`],
    apiKey: settings[`PROVIDER_${letter}_API_KEY`],
    timeoutMs: settings[`PROVIDER_${letter}_TIMEOUT_MS`],
    chunkChars: settings[`PROVIDER_${letter}_CHUNK_CHARS`],
  };
}

/** The provider bound to a slot. @throws AppError `provider_not_configured` naming the setting */
export function openProvider(deps: ProviderDeps, slot: ProviderSlot): AnalysisProvider {
  const { kind, letter, ...binding } = bindingOf(deps.settings, slot);
  if (kind === undefined) {
    throw new AppError(
      "provider_not_configured",
      `${slot} is not configured; set PROVIDER_${letter}_KIND, or use provider_a.`,
    );
  }
  if (kind === "embedded") return createEmbeddedProvider(deps.models);
  return createLanguageModelProvider(deps, { ...binding, kind, prefix: `PROVIDER_${letter}` });
}

/** All three slots. */
export function describeSlots(settings: ProviderSettings): SlotDescription[] {
  return PROVIDER_SLOTS.map((id) => {
    const { kind, model } = bindingOf(settings, id);
    if (kind === undefined) return { id, kind: null, model: null, configured: false };
    return { id, kind, model: kind === "embedded" ? kind : model, configured: true };
  });
}
