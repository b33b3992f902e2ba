import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import type { Model } from "../../src/reading/analyser/model/model-file.ts";
import { createEmbeddedProvider } from "../../src/reading/providers/embedded/embedded-provider.ts";
import { openDocument } from "../../src/text/outline/open-document.ts";
import { groundFindings } from "../../src/reading/sessions/ground-findings.ts";

/** What is listed for a text, or held for possible. */
export interface Listed {
  attack_id: string;
  confidence: number;
}

/** What the service answers to a text: findings, and candidates below the threshold; surest first each. */
export interface ServiceAnswer {
  techniques: readonly Listed[];
  candidates: readonly Listed[];
}

/** The likeliest of findings and candidates. */
export function likeliestOf({ techniques, candidates }: ServiceAnswer): Listed | undefined {
  return [...techniques, ...candidates].toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** The service's own code as a function, with the models that judge, the first of them the one that is named. */
export function openAnalyser(
  models: readonly Model[],
  release: ReleaseIndex,
): (text: string) => Promise<ServiceAnswer> {
  const provider = createEmbeddedProvider({ find: async () => models });
  const { signal } = new AbortController();
  const silent = { token: () => undefined, progress: () => undefined };
  return async (text) => {
    const document = openDocument(text);
    const findings = await provider.analyse({ document, release, signal, stream: false }, silent);
    return groundFindings(findings, document, release);
  };
}
