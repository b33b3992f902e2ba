import { readFileSync } from "node:fs";
import { shippedModel, shippedRelease } from "../../scripts/model/shipped.ts";
import { shippedIds } from "../../src/knowledge/attack/ids/known-ids.ts";
import { BALANCED } from "../../src/reading/analyser/strictness.ts";
import type { AnalysisProvider } from "../../src/reading/providers/analysis-provider.ts";
import type { ProviderDeps } from "../../src/reading/providers/deps.ts";
import { findOutcome } from "../../src/reading/sessions/analyse-report.ts";
import { openDocument } from "../../src/text/outline/open-document.ts";

const release = shippedRelease();
export const SHIPPED_MODELS = { find: async () => [shippedModel()] };

/** What a provider needs, on a network of one function; nothing is stored, and no wait takes time. */
export function shippedDeps(network: typeof fetch, waits: number[] = []): ProviderDeps {
  return {
    models: SHIPPED_MODELS,
    network: { public: network, operator: network },
    sleep: async (seconds: number) => void waits.push(seconds),
    settings: {},
    definitions: { describe: async () => new Map() },
    tallies: { add: async () => undefined },
    log: () => undefined,
    verdicts: { find: async () => new Map(), store: async () => undefined },
  } as unknown as ProviderDeps;
}

/** Analyses a text on the shipped release, as far as what is stored of it. */
export async function analyseAsShipped(provider: AnalysisProvider, text: string, isStream = false) {
  const document = openDocument(text);
  const input = { provider, release, strictness: BALANCED, document };
  const readAsset = async (path: string) => new Response(readFileSync(`assets${path}`));
  let written = "";
  const events = { token: (piece: string) => void (written += piece), progress: () => undefined };
  const heard = isStream ? events : null;
  const { signal } = new AbortController();
  const outcome = await findOutcome({ readAsset }, input, shippedIds(), [], heard, signal);
  return { ...outcome, written };
}
