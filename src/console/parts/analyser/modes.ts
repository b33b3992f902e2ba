import type { AnalysisMode } from "../../api/usage.ts";
import type { Provider } from "./providers.ts";

export const MODES: readonly { mode: AnalysisMode; name: string; hint: string }[] = [
  { mode: "precision", name: "Precision", hint: "Fewer findings, fewer mistakes" },
  { mode: "balanced", name: "Balanced", hint: "Fewest mistakes overall" },
  { mode: "recall", name: "Recall", hint: "More findings, more to check" },
  {
    mode: "judged",
    name: "Judged",
    hint: "A language model decides on each technique that the embedded analyzer proposes",
  },
];

/** Returns the displayed name of a mode. */
export function modeName(mode: AnalysisMode): string {
  return MODES.find((one) => one.mode === mode)?.name ?? mode;
}

/**
 * Returns why a provider does not support a mode; null if it does, or is not known yet.
 * @param providers all that are configured
 */
export function modeObstacle(
  mode: string,
  provider: Provider | undefined,
  providers: readonly Provider[],
): string | null {
  if (mode !== "judged" || provider === undefined || provider.kind !== "embedded") return null;
  return providers.some(({ kind }) => kind !== "embedded")
    ? "Requires a language model. Choose one as the provider."
    : "Requires a language model. None is configured.";
}
