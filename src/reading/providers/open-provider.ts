import { AppError } from "../../platform/lib/errors.ts";
import type { AnalysisProvider } from "./analysis-provider.ts";
import type { ProviderDeps } from "./deps.ts";
import { createEmbeddedProvider } from "./embedded/embedded-provider.ts";
import { createLanguageModelProvider } from "./language-model/language-model-provider.ts";
import { bindingOf } from "./slot-binding.ts";
import type { ProviderSlot } from "./vocabulary.ts";

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
