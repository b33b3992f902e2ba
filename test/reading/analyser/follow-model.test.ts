import { openDocument } from "../../../src/text/outline/open-document.ts";
import { describe, expect, it } from "vitest";
import { shippedModel, shippedRelease, smallCalibration } from "../../../scripts/model/shipped.ts";
import { shippedIds } from "../../../src/knowledge/attack/ids/known-ids.ts";
import type {
  IndexedTechnique,
  ReleaseIndex,
} from "../../../src/knowledge/attack/release-index.ts";
import { chooseModels } from "../../../src/reading/analyser/follow-model.ts";
import type { Model } from "../../../src/reading/analyser/model/model-file.ts";
import { buildNameMask } from "../../../src/reading/analyser/model/name-mask.ts";
import { trainSmallWeights } from "../../../src/reading/analyser/model/train-small-weights.ts";
import { createEmbeddedProvider } from "../../../src/reading/providers/embedded/embedded-provider.ts";

const trained = shippedModel();
const today = shippedRelease();
const noSmall = async () => null;

const REPORT = [
  "The attackers sent mails with malicious Word attachments to the ministry.",
  "A macro ran a PowerShell script, and the malware added a run key to the registry.",
  "They disabled Windows Defender and stopped the antivirus service.",
  "Before it encrypted the disk, it ran vssadmin to delete all volume shadow copies.",
  "The ransomware encrypted every document on the file server and left a ransom note.",
  "It took screenshots of the victim's desktop every ten seconds.",
].join("\n");

async function analyse(release: ReleaseIndex, models: readonly Model[], text = REPORT) {
  const provider = createEmbeddedProvider({ find: async () => models });
  const silent = { token: () => undefined, progress: () => undefined };
  const { signal } = new AbortController();
  const document = openDocument(text);
  return {
    model: await provider.model(release),
    ...(await provider.analyse({ document, release, signal, stream: false }, silent)),
  };
}

const read = async (release: ReleaseIndex, text?: string) =>
  await analyse(release, await chooseModels(release, trained, noSmall), text);

const idsOf = ({ techniques }: { techniques: readonly { attack_id: string }[] }) =>
  techniques.map(({ attack_id }) => attack_id);

const entry = (attack_id: string, name: string): IndexedTechnique => ({
  attack_id,
  name,
  stix_id: "",
  tactics: [],
  platforms: [],
});

/** A release before today's, by the table of ids. */
function releaseOf(version: string): ReleaseIndex {
  const techniques = new Map<string, IndexedTechnique>();
  for (const id of shippedIds().list(today.domain)) {
    const there = shippedIds()
      .find(id, today.domain)
      ?.releases.find((one) => one.version === version);
    if (there?.state === "active") techniques.set(id, entry(id, there.name));
  }
  const none = { replacements: new Map(), splits: new Map(), inactive: new Map() };
  return { ...today, ...none, version, techniques };
}

/** Today's release as it would be if some of its ids were replaced, by one or more. */
function future(replaced: Record<string, string[]>, added: IndexedTechnique[] = []): ReleaseIndex {
  const techniques = new Map(today.techniques);
  for (const id of Object.keys(replaced)) techniques.delete(id);
  for (const one of added) techniques.set(one.attack_id, one);
  const to = Object.entries(replaced);
  return {
    ...today,
    version: "20.0",
    techniques,
    replacements: new Map(to.flatMap(([id, [first]]) => (first ? [[id, first] as const] : []))),
    splits: new Map(to.filter(([, ids]) => ids.length > 1)),
    inactive: new Map(to.flatMap(([id, ids]) => (ids.length === 0 ? [[id, "deprecated"]] : []))),
  };
}

describe("the trained model for another release", () => {
  it("judges the same techniques under another number alike, to the byte", async () => {
    const renamed = { ...today, version: "20.0" };
    const models = await chooseModels(renamed, trained, () => Promise.reject(new Error("read")));
    expect(models).toHaveLength(1);
    expect(models[0]).toBe(trained);
    const found = await read(renamed);
    // The summary names the release.
    const bytes = JSON.stringify(found).replaceAll("Enterprise 20.0", "Enterprise 19.1");
    expect(bytes).toBe(JSON.stringify(await read(today)));
    expect(found.model).toBe("embedded/enterprise-attack-19.1");
    expect(idsOf(found)).toEqual(expect.arrayContaining(["T1113", "T1486", "T1490", "T1685"]));
  });

  it.each(["18.1", "17.1"])("names in %s what a technique was called there", async (version) => {
    const release = releaseOf(version);
    const [now, then] = [await read(today), await read(release)];
    expect(then.model).toBe("embedded/enterprise-attack-19.1");
    expect(idsOf(then)).toEqual(
      idsOf(now)
        .map((id) => (id === "T1685" ? "T1562.001" : id))
        .sort(),
    );
    const confidences = ({ techniques }: typeof now) =>
      techniques.map(({ confidence }) => confidence).sort((a, b) => a - b);
    expect(confidences(then)).toEqual(confidences(now));
    const [followed] = await chooseModels(release, trained, noSmall);
    const c = (id: string) => trained.taxonomy.classOf.get(id) ?? 0;
    // What became the technique; of several the one of that name; a new sub-technique's own technique.
    expect(followed?.taxonomy.ids[c("T1684.001")]).toBe("T1656");
    expect(followed?.taxonomy.ids[c("T1685")]).toBe("T1562.001");
    expect(followed?.taxonomy.familyIds[c("T1685")]).toBe("T1562");
    expect(followed?.taxonomy.ids[c("T1027.018")]).toBe("T1027");
    expect(followed?.taxonomy.ids[c("T1682")]).toBe("");
  });

  it("follows what was replaced, and reports nothing that the release lacks", async () => {
    const release = future({ T1113: ["T9901"], T1490: ["T9902", "T9903"], T1486: [] }, [
      entry("T9901", "Watching"),
      entry("T9902", "Other"),
      entry("T9903", "Inhibit System Recovery"),
    ]);
    const expected = idsOf(await read(today)).filter((id) => id !== "T1486");
    const renamed = new Map([
      ["T1113", "T9901"],
      // Of two successors the one of the same name.
      ["T1490", "T9903"],
    ]);
    expect(idsOf(await read(release))).toEqual(expected.map((id) => renamed.get(id) ?? id).sort());
  });

  it("reports once what became one technique", async () => {
    const release = future({ T1490: ["T1486"], T1113: ["T1486"] });
    const ids = idsOf(await read(release));
    expect(ids.filter((id) => id === "T1486")).toHaveLength(1);
    expect(ids).toEqual(idsOf(await read(today)).filter((id) => !/^T1(?:490|113)$/.test(id)));
  });
});

describe("a technique that the trained model does not know", () => {
  const BEAM = "The intruders beamed qubits through the wormhole of the orbital station.";
  const release = future({}, [entry("T9904", "Qubit Beaming")]);

  function small(): Model {
    const techniques = ["T1113", "T9904"];
    const texts = [
      ["captured screenshots of the desktop", "took pictures of the screen"],
      ["beamed qubits through a wormhole", "a wormhole of the orbital station beamed qubits"],
    ];
    const examples = texts.flatMap((list, at) =>
      [...list, ...list, ...list, ...list].map((text) => ({ text, targets: [at + 1], weight: 1 })),
    );
    const usesOf = techniques.map(() => 8);
    const mask = buildNameMask([]);
    const weights = trainSmallWeights({ techniques, usesOf, examples, mask, maskNames: [] });
    return { ...weights, domain: today.domain, version: "20.0", calibration: smallCalibration() };
  }

  it("is judged by the small model, which judges nothing else", async () => {
    const models = await chooseModels(release, trained, async () => small());
    const found = await analyse(release, models, BEAM);
    expect(found.model).toBe("embedded/enterprise-attack-19.1");
    const named = [...found.techniques, ...found.candidates];
    expect(named.find(({ attack_id }) => attack_id === "T9904")).toMatchObject({ evidence: BEAM });
    expect(idsOf(await analyse(release, models))).toEqual(idsOf(await read(today)));
  });

  it("is left to printed ids and names where there is no small model", async () => {
    expect(idsOf(await read(release, BEAM))).not.toContain("T9904");
    expect(idsOf(await read(release, `${BEAM} It is Qubit Beaming (T9904).`))).toContain("T9904");
  });

  it("is all of them where no model was trained", async () => {
    const models = await chooseModels(release, null, async () => small());
    expect((await analyse(release, models, BEAM)).model).toBe(
      "embedded-small/enterprise-attack-20.0",
    );
  });
});
