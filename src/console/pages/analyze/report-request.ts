import type { AnalyserQuery } from "../../api/usage.ts";
import { MODES, modeObstacle } from "../../parts/analyser/modes.ts";
import type { Provider } from "../../parts/analyser/providers.ts";
import type { AnalysisRequest } from "./analysis-run.ts";
import type { Draft } from "./use-draft.ts";

/** Returns the provider of a draft; the first one if it is no longer configured. */
export function providerOf(draft: Draft, providers: readonly Provider[]): Provider | undefined {
  return providers.find(({ id }) => id === draft.provider) ?? providers[0];
}

/** Returns the requests of a draft, one per file, in a mode that its provider supports. */
export function requestsOf(
  draft: Draft,
  files: readonly File[],
  providers: readonly Provider[],
): [AnalysisRequest, ...AnalysisRequest[]] {
  const { domain, version } = draft;
  const provider = providerOf(draft, providers);
  const mode = modeObstacle(draft.mode, provider, providers) === null ? draft.mode : "";
  const slot = provider?.id ?? draft.provider;
  // A name applies to a single report.
  const name = files.length > 1 ? "" : draft.name.trim();
  const [first, ...others] = files;
  const whole = { name, provider: slot, domain, version, mode };
  return [{ ...reportOf(draft, first), ...whole }, ...others.map((file) => ({ file, ...whole }))];
}

/** Returns how to analyze a failed session again, by the current options of the form. */
export function againBy({ provider, mode }: AnalysisRequest): AnalyserQuery {
  const chosen = MODES.find((one) => one.mode === mode)?.mode;
  return { ...(provider !== "" && { provider }), ...(chosen !== undefined && { mode: chosen }) };
}

function reportOf({ text, url }: Draft, file: File | undefined) {
  if (file !== undefined) return { file };
  return url.trim() === "" ? { text } : { url: url.trim() };
}
