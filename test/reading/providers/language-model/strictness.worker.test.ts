import { openDocument } from "../../../../src/text/outline/open-document.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Strictness } from "../../../../src/reading/analyser/strictness.ts";
import { loadSeed } from "../../../../src/knowledge/attack/load-seed.ts";
import type { ReleaseIndex } from "../../../../src/knowledge/attack/release-index.ts";
import { resolveIndex } from "../../../../src/knowledge/attack/resolve-release.ts";
import { createLanguageModelProvider } from "../../../../src/reading/providers/language-model/language-model-provider.ts";
import { groundFindings } from "../../../../src/reading/sessions/ground-findings.ts";
import { testServices } from "../../../support/service.ts";

const TEXT =
  "The clerk opened the spreadsheet, and its macro started PowerShell. Passwords were read from the memory of LSASS. Some tool talked to a forum, and the event logs of two servers were empty. The tool asked the system for its name. Papers of the board were copied to a share, where a script packed them.";
const ANSWER = {
  summary: "A macro started PowerShell.",
  techniques: [
    { attack_id: "T1059.001", confidence: 0.9, evidence: "its macro started PowerShell" },
    { attack_id: "T1003.001", confidence: 0.55, evidence: "read from the memory of LSASS" },
    { attack_id: "T1102", confidence: 0.3, evidence: "Some tool talked to a forum" },
  ],
  groups: [],
};

let release: ReleaseIndex;

beforeAll(async () => {
  const context = testServices();
  await loadSeed(context, async () => undefined);
  release = await resolveIndex(context, { domain: "enterprise-attack" });
});

/** What is found as strictly, and the techniques that the model was shown. */
async function read(strictness: Strictness) {
  let shown: string[] = [];
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith("/chat/completions")) return new Response("", { status: 404 });
    const sent = await request.json<{ messages: { content: unknown }[] }>();
    const { messages } = sent;
    const prompt = JSON.stringify(messages.at(-1)?.content);
    shown = [...prompt.matchAll(/\\n(T\d{4}(?:\.\d{3})?) /g)].map(([, id = ""]) => id);
    const message = { role: "assistant", content: JSON.stringify(ANSWER) };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    return Response.json({ id: "1", created: 1, model: "small", choices });
  };
  const context = testServices({ network: { public: network, operator: network } });
  const provider = createLanguageModelProvider(context, {
    kind: "openai_compatible",
    prefix: "PROVIDER_B",
    model: "small",
    apiKey: "key",
    baseUrl: "https://models.unit.dev/v1",
    timeoutMs: 20_000,
    chunkChars: 48_000,
  });
  const { signal } = new AbortController();
  const document = openDocument(TEXT);
  const request = { document, release, strictness, signal, stream: false };
  const silent = { token: () => undefined, progress: () => undefined };
  const findings = await provider.analyse(request, silent);
  return { ...groundFindings(findings, document, release), shown };
}

const idsOf = (list: readonly { attack_id: string }[]) => list.map(({ attack_id }) => attack_id);

describe("a language model", () => {
  it("has its findings parted by min_confidence, whatever the mode", async () => {
    for (const mode of ["precision", "balanced", "recall"] as const) {
      const { techniques, candidates } = await read({ mode, min_confidence: 0.5 });
      expect(idsOf(techniques)).toEqual(["T1059.001", "T1003.001"]);
      const evidence = "Some tool talked to a forum";
      const start = TEXT.indexOf(evidence);
      expect(candidates).toMatchObject([
        { attack_id: "T1102", confidence: 0.3, evidence, evidence_start: start },
      ]);
    }
    expect(idsOf((await read({ mode: "balanced", min_confidence: 1 })).techniques)).toEqual([]);
  });

  it("keeps its findings in every mode, and is shown the more the less is to be missed", async () => {
    const [precision, balanced, recall] = [
      await read({ mode: "precision", min_confidence: null }),
      await read({ mode: "balanced", min_confidence: null }),
      await read({ mode: "recall", min_confidence: null }),
    ];
    for (const { techniques, candidates } of [precision, balanced, recall]) {
      expect(idsOf(techniques)).toEqual(["T1059.001", "T1003.001", "T1102"]);
      expect(candidates).toEqual([]);
    }
    expect(balanced.shown.length).toBeGreaterThan(precision.shown.length);
    expect(recall.shown.length).toBeGreaterThan(balanced.shown.length);
    const alike = await read({ mode: "recall", min_confidence: 0.9 });
    expect(alike.shown).toEqual(recall.shown);
  });
});
