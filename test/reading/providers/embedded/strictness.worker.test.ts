import { openDocument } from "../../../../src/text/outline/open-document.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnalysisMode } from "../../../../src/reading/analyser/strictness.ts";
import { createEmbeddedProvider } from "../../../../src/reading/providers/embedded/embedded-provider.ts";
import { loadSeed } from "../../../../src/knowledge/attack/load-seed.ts";
import type { ReleaseIndex } from "../../../../src/knowledge/attack/release-index.ts";
import { resolveIndex } from "../../../../src/knowledge/attack/resolve-release.ts";
import { testServices } from "../../../support/service.ts";

let release: ReleaseIndex;
const context = testServices();
const provider = createEmbeddedProvider(context.models);

/** Vague on purpose, so that families are surer than their members. */
const VAGUE = [
  "The malware encrypted its traffic with an odd key.",
  "The group guessed many passwords of the web mail.",
  "The implant spoke with its server in a strange encoding.",
  "They changed a service so that it started their program.",
  "Its loader was packed and its strings were scrambled.",
  "The tool hid its files from the user and turned off the alarms of the host.",
  "They stole the cookies of the browser and the keys of the cloud account.",
  "A script of the group ran commands on the host, and a macro of theirs fetched it.",
];

beforeAll(async () => {
  await loadSeed(context, async () => undefined);
  release = await resolveIndex(context, { domain: "enterprise-attack" });
});

async function read(text: string, mode: AnalysisMode, min_confidence: number | null = null) {
  const { signal } = new AbortController();
  const document = openDocument(text);
  const strictness = { mode, min_confidence };
  const request = { document, release, signal, stream: false, strictness };
  const silent = { token: () => undefined, progress: () => undefined };
  return await provider.analyse(request, silent);
}

const idsOf = (list: readonly { attack_id: string }[]) => list.map(({ attack_id }) => attack_id);

describe("a lower threshold of the analyser", () => {
  it.each([...VAGUE, VAGUE.join(" ")])("adds to what a higher one finds in %j", async (text) => {
    let before = idsOf((await read(text, "balanced")).techniques);
    for (const least of [0.3, 0.25, 0.2, 0.15, 0.1, 0.07, 0.04, 0.02, 0]) {
      const { techniques, candidates } = await read(text, "balanced", least);
      const ids = idsOf(techniques);
      expect(ids).toEqual(expect.arrayContaining(before));
      expect(idsOf(candidates).filter((id) => ids.includes(id))).toEqual([]);
      before = ids;
    }
  });

  it("finds families of which no member is sure, and then the members beside them", async () => {
    const pairs: [parent: number, member: number][] = [];
    for (const text of VAGUE) {
      const { techniques } = await read(text, "balanced", 0);
      for (const { attack_id: id, confidence } of techniques) {
        const parent = techniques.find((one) => id.startsWith(`${one.attack_id}.`));
        if (parent !== undefined) pairs.push([parent.confidence, confidence]);
      }
    }
    expect(pairs.length).toBeGreaterThan(0);
    for (const [parent, member] of pairs) expect(parent).toBeGreaterThan(member);
  });

  it("lists no parent that the sentence of a printed sub-technique alone speaks for", async () => {
    const text = "The malware encrypted its traffic with an odd key, T1573.002.";
    const ids = idsOf((await read(text, "recall", 0)).techniques);
    expect(ids).toContain("T1573.002");
    expect(ids).not.toContain("T1573");
  });

  it("takes no place of the candidates", async () => {
    const text = VAGUE.join(" ");
    const [balanced, recall] = [await read(text, "balanced"), await read(text, "recall")];
    expect(recall.techniques.length).toBeGreaterThan(balanced.techniques.length);
    expect(recall.candidates).toHaveLength(10);
    expect(balanced.candidates).toHaveLength(10);
  });
});
