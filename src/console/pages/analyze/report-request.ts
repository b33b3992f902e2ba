import type { AnalyserQuery } from "../../api/usage.ts";
import { MODES, modeObstacle } from "../../parts/analyser/modes.ts";
import type { Provider } from "../../parts/analyser/providers.ts";
import type { AnalysisRequest } from "./analysis-run.ts";
import type { Draft } from "./use-draft.ts";

/** Returns the provider that a draft names; if that is not configured any more, the first. */
export function providerOf(draft: Draft, providers: readonly Provider[]): Provider | undefined {
  return providers.find(({ id }) => id === draft.provider) ?? providers[0];
}

/** Returns what a draft sends, in a mode that its provider can analyse in. */
export function requestOf(
  draft: Draft,
  file: File | null,
  providers: readonly Provider[],
): AnalysisRequest {
  const { name, domain, version } = draft;
  const provider = providerOf(draft, providers);
  const mode = modeObstacle(draft.mode, provider, providers) === null ? draft.mode : "";
  const slot = provider?.id ?? draft.provider;
  return { ...reportOf(draft, file), name: name.trim(), provider: slot, domain, version, mode };
}

/** Returns how to analyse a failed session again: as the form says by now. */
export function againBy({ provider, mode }: AnalysisRequest): AnalyserQuery {
  const chosen = MODES.find((one) => one.mode === mode)?.mode;
  return { ...(provider !== "" && { provider }), ...(chosen !== undefined && { mode: chosen }) };
}

function reportOf({ text, url }: Draft, file: File | null) {
  if (file !== null) return { file };
  return url.trim() === "" ? { text } : { url: url.trim() };
}
