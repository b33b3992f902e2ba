import { counter, gauge, type Metric } from "../../platform/metrics/metric.ts";
import { PROVIDER_SLOTS } from "../providers/vocabulary.ts";
import type { SessionDeps } from "./deps.ts";

/** Measures analyses by outcome, and the tokens that language models read and wrote for them. */
export async function measureAnalyses(deps: SessionDeps): Promise<Metric[]> {
  const providers = ["provider", PROVIDER_SLOTS] as const;
  const [processing, ended, tokens] = await Promise.all([
    deps.processingSessions.count(),
    deps.tallies.measure("analyses", providers, ["outcome", ["completed", "failed"]]),
    deps.tallies.measure("tokens", providers, ["direction", ["input", "output"]]),
  ]);
  return [
    gauge("tradecraft_analyses_processing", "Analyses under way.", processing),
    counter("tradecraft_analyses_total", "Analyses that ended, by provider and outcome.", ended),
    counter(
      "tradecraft_language_model_tokens_total",
      "Tokens that language models report, by provider; input is what they read.",
      tokens,
    ),
  ];
}
