import { AppError } from "../../platform/lib/errors.ts";
import type { AnalysisProvider } from "./analysis-provider.ts";
import type { AnalysisMode } from "../analyser/strictness.ts";
import type { ProviderDeps } from "./deps.ts";
import { createEmbeddedProvider } from "./embedded/embedded-provider.ts";
import { createJudgeProvider } from "./judge/judge-provider.ts";
import { createLanguageModelProvider } from "./language-model/language-model-provider.ts";
import { bindingOf } from "./slot-binding.ts";
import type { ProviderSlot } from "./vocabulary.ts";

/**
 * Opens the provider of a slot. In mode `judged`, its language model decides on the embedded analyzer's proposals.
 * @throws AppError `provider_not_configured` with the setting; `validation_error` for a slot that cannot judge
 */
export function openProvider(
  deps: ProviderDeps,
  slot: ProviderSlot,
  mode: AnalysisMode,
): AnalysisProvider {
  const { kind, letter, ...binding } = bindingOf(deps.settings, slot);
  if (kind === undefined) {
    throw new AppError(
      "provider_not_configured",
      `${slot} is not configured; set PROVIDER_${letter}_KIND, or use provider_a.`,
    );
  }
  if (kind !== "embedded") {
    const model = { ...binding, kind, prefix: `PROVIDER_${letter}` };
    return mode === "judged"
      ? createJudgeProvider(deps, model)
      : createLanguageModelProvider(deps, model);
  }
  if (mode !== "judged") return createEmbeddedProvider(deps.models);
  const detail = `${slot} is the embedded analyzer, which cannot judge its own findings; name a slot with a language model, or another mode.`;
  throw new AppError("validation_error", detail, { errors: [{ pointer: "/mode", detail }] });
}
