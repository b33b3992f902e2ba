import type { ProviderSettings } from "./settings.ts";
import { bindingOf } from "./slot-binding.ts";
import {
  PROVIDER_SLOTS,
  type ProviderKind,
  type ProviderPlace,
  type ProviderSlot,
} from "./vocabulary.ts";

/** The binding of a slot for `/api/health`, without keys. */
export interface SlotDescription {
  id: ProviderSlot;
  kind: ProviderKind | null;
  model: string | null;
  configured: boolean;
  runs_on: ProviderPlace | null;
}

/** Describes the bindings of the three slots. */
export function describeSlots(settings: ProviderSettings): SlotDescription[] {
  return PROVIDER_SLOTS.map((id) => {
    const { kind, model, baseUrl } = bindingOf(settings, id);
    if (kind === undefined) {
      return { id, kind: null, model: null, configured: false, runs_on: null };
    }
    if (kind === "embedded") return { id, kind, model: kind, configured: true, runs_on: "service" };
    return { id, kind, model, configured: true, runs_on: placeOf(model, baseUrl) };
  });
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Returns where a model runs. A vendor's model has no configured address, and a local Ollama forwards its cloud models.
 */
function placeOf(model: string, baseUrl: string | undefined): ProviderPlace {
  if (baseUrl === undefined || /[:-]cloud$/.test(model)) return "elsewhere";
  return LOOPBACK.test(new URL(baseUrl).hostname) ? "machine" : "elsewhere";
}
