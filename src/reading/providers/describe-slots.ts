import type { ProviderSettings } from "./settings.ts";
import { bindingOf } from "./slot-binding.ts";
import { PROVIDER_SLOTS, type ProviderKind, type ProviderSlot } from "./vocabulary.ts";

/** What a slot is bound to, for `/api/health`; never a key. */
export interface SlotDescription {
  id: ProviderSlot;
  kind: ProviderKind | null;
  model: string | null;
  configured: boolean;
}

/** What each of the three slots is bound to. */
export function describeSlots(settings: ProviderSettings): SlotDescription[] {
  return PROVIDER_SLOTS.map((id) => {
    const { kind, model } = bindingOf(settings, id);
    if (kind === undefined) return { id, kind: null, model: null, configured: false };
    return { id, kind, model: kind === "embedded" ? kind : model, configured: true };
  });
}
