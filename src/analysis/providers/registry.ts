import type { Context } from "../../context.ts";
import type { Settings } from "../../env.ts";
import { AppError } from "../../lib/errors.ts";
import { createEmbeddedProvider } from "../embedded/embedded-provider.ts";
import { PROVIDER_SLOTS, type ProviderKind, type ProviderSlot } from "../vocabulary.ts";
import type { AnalysisProvider } from "./port.ts";

/** One maker per kind of provider. */
const PROVIDERS: Record<ProviderKind, (context: Context) => AnalysisProvider> = {
  embedded: ({ models }) => createEmbeddedProvider(models),
};

/** What a slot is bound to, for `/api/health`; never a key. */
export interface SlotDescription {
  id: ProviderSlot;
  kind: ProviderKind | null;
  model: string | null;
  configured: boolean;
}

function kindOf(settings: Settings, slot: ProviderSlot): ProviderKind | undefined {
  const kinds = {
    provider_a: settings.PROVIDER_A_KIND,
    provider_b: settings.PROVIDER_B_KIND,
    provider_c: settings.PROVIDER_C_KIND,
  };
  return kinds[slot];
}

/** The provider bound to a slot. @throws AppError `provider_not_configured` naming the setting */
export function openProvider(context: Context, slot: ProviderSlot): AnalysisProvider {
  const kind = kindOf(context.settings, slot);
  if (kind === undefined) {
    throw new AppError(
      "provider_not_configured",
      `${slot} is not configured; set ${slot.toUpperCase()}_KIND, or use provider_a.`,
    );
  }
  return PROVIDERS[kind](context);
}

/** All three slots. */
export function describeSlots(settings: Settings): SlotDescription[] {
  return PROVIDER_SLOTS.map((id) => {
    const kind = kindOf(settings, id) ?? null;
    return { id, kind, model: kind, configured: kind !== null };
  });
}
