import type { Services } from "../../src/services.ts";
import { resolveIndex } from "../../src/knowledge/attack/resolve-release.ts";
import { createLanguageModelProvider } from "../../src/reading/providers/language-model/language-model-provider.ts";
import type { ModelBinding } from "../../src/reading/providers/language-model/open-model.ts";
import { openDocument } from "../../src/text/outline/open-document.ts";
import { testServices } from "./service.ts";

/** An answer that uses nothing of the report, so that it suits all of its parts. */
export const NOTHING_FOUND = JSON.stringify({
  summary: "Nothing is known.",
  techniques: [],
  groups: [],
});

/** A report of our own of about this many characters, which no part of repeats another. */
export function longReport(chars: number): string {
  const sentences: string[] = [];
  for (let at = 1, length = 0; length < chars; at += 1) {
    const sentence = `On day ${at} the intruders copied folder ${at * 7} of the archive to a rented server and removed their tools from workstation ${at * 3}.`;
    sentences.push(sentence);
    length += sentence.length + 1;
  }
  return sentences.join(" ");
}

/** The services of a test with one network for everything; their memory of slots lasts as long. */
export const servicesWith = (network: typeof fetch): Services =>
  testServices({ network: { public: network, operator: network } });

/** Analyses a text with a model of `small` at `http://runtime.unit.dev`. */
export async function analyseWith(
  services: Services,
  text: string,
  change: Partial<ModelBinding> = {},
  stream = false,
) {
  const kind = change.kind ?? "openai_compatible";
  const provider = createLanguageModelProvider(services, {
    kind,
    prefix: "PROVIDER_B",
    model: "small",
    apiKey: undefined,
    baseUrl: `http://runtime.unit.dev${kind === "ollama" ? "" : "/v1"}`,
    timeoutMs: 20_000,
    chunkChars: 48_000,
    ...change,
  });
  const release = await resolveIndex(services, { domain: "enterprise-attack" });
  const document = openDocument(text);
  const { signal } = new AbortController();
  let written = "";
  const events = { token: (piece: string) => (written += piece), progress: () => undefined };
  const findings = await provider.analyse({ document, release, signal, stream }, events);
  return { ...findings, written };
}
