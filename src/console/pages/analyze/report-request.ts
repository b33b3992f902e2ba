import type { AnalyserQuery } from "../../api/usage.ts";
import { MODES, modeObstacle } from "../../parts/analyser/modes.ts";
import type { Provider } from "../../parts/analyser/providers.ts";
import type { AnalysisRequest } from "./analysis-run.ts";
import type { Draft } from "./use-draft.ts";

/** Returns the provider that a draft names; if that is not configured any more, the first. */
export function providerOf(draft: Draft, providers: readonly Provider[]): Provider | undefined {
  return providers.find(({ id }) => id === draft.provider) ?? providers[0];
}

/** Returns what a draft sends, one request a file, in a mode that its provider can analyze in. */
export function requestsOf(
  draft: Draft,
  files: readonly File[],
  providers: readonly Provider[],
): [AnalysisRequest, ...AnalysisRequest[]] {
  const { domain, version } = draft;
  const provider = providerOf(draft, providers);
  const mode = modeObstacle(draft.mode, provider, providers) === null ? draft.mode : "";
  const slot = provider?.id ?? draft.provider;
  // A name is for one report.
  const name = files.length > 1 ? "" : draft.name.trim();
  const [first, ...others] = files;
  const whole = { name, provider: slot, domain, version, mode };
  return [{ ...reportOf(draft, first), ...whole }, ...others.map((file) => ({ file, ...whole }))];
}

/** Returns how to analyze a failed session again: as the form says by now. */
export function againBy({ provider, mode }: AnalysisRequest): AnalyserQuery {
  const chosen = MODES.find((one) => one.mode === mode)?.mode;
  return { ...(provider !== "" && { provider }), ...(chosen !== undefined && { mode: chosen }) };
}

function reportOf({ text, url }: Draft, file: File | undefined) {
  if (file !== undefined) return { file };
  return url.trim() === "" ? { text } : { url: url.trim() };
}
