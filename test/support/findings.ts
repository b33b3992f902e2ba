import { NO_USAGE } from "../../src/reading/providers/usage.ts";
import type { ProviderFindings } from "../../src/reading/providers/analysis-provider.ts";

/** What a provider answers that found nothing. */
export const NOTHING: ProviderFindings = {
  summary: "",
  techniques: [],
  threshold: 0,
  set_aside: [],
  candidates: [],
  group_names: [],
  chunks: 1,
  chars_analyzed: 0,
  usage: NO_USAGE,
};
