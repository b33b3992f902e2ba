import { AppError } from "../../../src/platform/lib/errors.ts";
import { createJudgeProvider } from "../../../src/reading/providers/judge/judge-provider.ts";
import { createLanguageModelProvider } from "../../../src/reading/providers/language-model/language-model-provider.ts";
import type { ModelBinding } from "../../../src/reading/providers/language-model/open-model.ts";
import { analyseAsShipped, shippedDeps } from "../analyse-as-shipped.ts";
import type { Ended } from "./ended.ts";
import { REPORT } from "./report.ts";
import { serve, type Turn } from "./serve.ts";
import type { Wire, WireRequest } from "./wire.ts";

export interface Asking {
  isStream?: boolean;
  text?: string;
  binding?: Partial<ModelBinding>;
  isJudged?: boolean;
}

/** Analyses a report with the model behind a stand-in. */
export async function runAt(
  wire: Wire,
  turns: readonly Turn[] | ((request: WireRequest, call: number) => Turn),
  { isStream = false, text = REPORT, binding = {}, isJudged = false }: Asking = {},
) {
  const { network, asked } = serve(wire, turns);
  const waits: number[] = [];
  const open = isJudged ? createJudgeProvider : createLanguageModelProvider;
  const provider = open(shippedDeps(network, waits), {
    kind: wire.kind,
    prefix: "PROVIDER_B",
    model: wire.model,
    apiKey: "key",
    baseUrl: `https://models.unit.dev${wire.basePath}`,
    timeoutMs: 20_000,
    chunkChars: 48_000,
    ...binding,
  });
  const outcome = analyseAsShipped(provider, text, isStream);
  return { outcome, asked, waits };
}

/** Analyses a report, and describes how that ends. */
export async function analyseAt(...given: Parameters<typeof runAt>): Promise<Ended> {
  const { outcome, asked } = await runAt(...given);
  try {
    const { techniques, rejected_techniques: rejected, ...rest } = await outcome;
    return {
      found: techniques.map(({ attack_id: id, confidence }) => `${id} ${confidence}`),
      rejected: Object.fromEntries(rejected.map(({ attack_id: id, reason }) => [id, reason])),
      candidates: rest.candidates.map(({ attack_id: id }) => id),
      groups: rest.apt_hints,
      warnings: [...rest.warnings, ...techniques.flatMap(({ warnings }) => warnings)],
      summary: rest.summary,
      calls: asked.length,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: error.code, message: error.message, calls: asked.length };
  }
}
