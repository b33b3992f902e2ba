import { describe, expect, it } from "vitest";
import { readRelease } from "../../../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../../../src/knowledge/attack/release-content.ts";
import { createByteReader } from "../../../../src/reading/analyser/model/byte-reader.ts";
import { createByteWriter } from "../../../../src/reading/analyser/model/byte-writer.ts";
import type { Calibration } from "../../../../src/reading/analyser/model/calibrate.ts";
import { runAllSteps } from "../../../../src/reading/analyser/model/run-all-steps.ts";
import { decodeModel, encodeModel } from "../../../../src/reading/analyser/model/model-file.ts";
import { buildNameMask } from "../../../../src/reading/analyser/model/name-mask.ts";
import { nearestProcedure } from "../../../../src/reading/analyser/model/procedures/nearest-procedure.ts";
import {
  describeProcedures,
  readProcedures,
  writeProcedures,
} from "../../../../src/reading/analyser/model/procedures/procedures-file.ts";
import {
  type Procedures,
  sketchSteps,
} from "../../../../src/reading/analyser/model/procedures/sketch-procedures.ts";
import { trainSmallWeights } from "../../../../src/reading/analyser/model/train-small-weights.ts";
import { NO_ACTS } from "../../../support/model.ts";
import { trainWeights } from "../../../../src/reading/analyser/model/train-weights.ts";
import {
  type Corpus,
  type Example,
  readCorpus,
} from "../../../../src/reading/analyser/model/training-corpus.ts";
import { buildVocabulary } from "../../../../src/reading/analyser/model/vectors.ts";
import { smallBundle } from "../../../support/bundles.ts";

const TECHNIQUES = ["T1003", "T1566", "T1566.001", "T1566.002"];
const [CREDENTIALS, MAIL, ATTACHMENT, LINK] = [1, 2, 3, 4];

const PROCEDURES: [number, string, string][] = [
  [CREDENTIALS, "S0002", "MUDLARK read passwords out of the memory of the logon process"],
  [CREDENTIALS, "G0016", "The group copied the registry hives that hold hashes"],
  [MAIL, "G0007", "The group wrote letters in the name of a ministry"],
  [ATTACHMENT, "C0001", "The mail carried an archive with a loader in it"],
  [LINK, "S0002", "The mail pointed to a false page of a bank"],
];

/** Words count from their fourth text on, so the same is told as often, of which one is a procedure. */
function corpusOf(): Corpus {
  const examples = PROCEDURES.flatMap(([c, source, text]): Example[] => {
    const plain = { text, targets: [c], weight: 1 };
    return [{ ...plain, source }, plain, plain, plain];
  });
  return {
    techniques: TECHNIQUES,
    usesOf: TECHNIQUES.map(() => 1),
    mask: buildNameMask(["MUDLARK", "SKYLARK"]),
    maskNames: ["MUDLARK", "SKYLARK"],
    examples,
  };
}

const floats = (count: number) => new Float32Array(count);
const weights = trainSmallWeights(corpusOf());
const nearest = (text: string, classes: number[], isKnown?: (id: string) => boolean) =>
  nearestProcedure(text, classes, weights, isKnown);

function bytesOf(procedures: Procedures): Uint8Array {
  const writer = createByteWriter();
  writeProcedures(writer, procedures);
  return writer.finish();
}

describe("the nearest procedure", () => {
  const text = "SKYLARK then read the Passwords from the memory of lsass";

  it("is the one of the technique that is told most like it, with the words that both share", () => {
    const found = nearest(text, [CREDENTIALS]);
    expect(found?.source_id).toBe("S0002");
    expect(found?.words.toSorted()).toEqual(["Passwords", "memory", "read"]);
    expect(found?.similarity).toBeGreaterThan(0.3);
    expect(found?.similarity).toBeLessThan(1);
  });

  it("is as like as can be where the same is told", () => {
    const [, , same = ""] = PROCEDURES[1] ?? [];
    expect(nearest(same, [CREDENTIALS])?.source_id).toBe("G0016");
    expect(nearest(same, [CREDENTIALS])?.similarity).toBeGreaterThan(0.7);
  });

  it("names five words at most, and none that is masked as a name", () => {
    const [, , same = ""] = PROCEDURES[0] ?? [];
    const words = nearest(same, [CREDENTIALS])?.words ?? [];
    expect(words).toHaveLength(5);
    expect(words).not.toContain("MUDLARK");
  });

  it("is none where too little is shared", () => {
    expect(nearest("Zebras graze.", [CREDENTIALS])).toBeNull();
    expect(nearest("", [CREDENTIALS])).toBeNull();
    // One word says too little, however rare.
    expect(nearest("passwords", [CREDENTIALS])).toBeNull();
    expect(nearest(text, [LINK])).toBeNull();
  });

  it("is none for a technique that no procedure is told of", () => {
    expect(nearest(text, [0])).toBeNull();
    expect(nearest(text, [])).toBeNull();
    expect(nearest(text, [99])).toBeNull();
  });

  it("is sought among all members of a family", () => {
    const sent = "Their mail carried an archive.";
    expect(nearest(sent, [MAIL])).toBeNull();
    expect(nearest(sent, [MAIL, ATTACHMENT, LINK])?.source_id).toBe("C0001");
  });

  it("passes over what may not be named", () => {
    expect(nearest(text, [CREDENTIALS], (id) => id !== "S0002")).toBeNull();
  });
});

describe("sketches of procedures", () => {
  it("keep the rarest twelve features of each, ordered by class and source", () => {
    const { sources, classStart, source, featureStart } = weights.procedures;
    expect(sources).toEqual(["C0001", "G0007", "G0016", "S0002"]);
    expect([...classStart]).toEqual([0, 0, 2, 3, 4, 5]);
    expect([...source].map((index) => sources[index])).toEqual([
      "G0016",
      "S0002",
      "G0007",
      "C0001",
      "S0002",
    ]);
    for (const [procedure, start] of featureStart.subarray(0, -1).entries()) {
      expect((featureStart[procedure + 1] ?? 0) - start).toBeLessThanOrEqual(12);
    }
  });

  it("take the heaviest features, the lower index first", () => {
    const keys = Array.from({ length: 20 }, (_, key) => key + 1);
    const vocabulary = buildVocabulary(new Map(keys.map((key) => [key, key < 6 ? 9 : 2])), 20, 1);
    const examples = [{ text: "", targets: [1], weight: 1, source: "S0002" }];
    const { features } = runAllSteps(sketchSteps(examples, [keys], vocabulary, 2));
    expect([...features]).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  });

  it("are kept in the model, which is read and written as it was", () => {
    const network = {
      inputs: 0,
      hidden: 1,
      mean: floats(0),
      deviation: floats(0),
      weights: floats(3),
    };
    const calibration: Calibration = {
      sentence: network,
      sentenceFamily: network,
      document: network,
      documentFamily: network,
      short: network,
      shortFamily: network,
      acts: NO_ACTS,
      sentenceThreshold: 0.5,
      documentThreshold: 0.5,
      shortThreshold: 0.5,
    };
    const model = { ...weights, domain: "test", version: "1.0", calibration };
    const bytes = encodeModel(model);
    const read = decodeModel(bytes);
    expect(read.procedures).toEqual(weights.procedures);
    expect(encodeModel(read)).toEqual(bytes);
    const text = "They copied the registry hives.";
    expect(nearestProcedure(text, [CREDENTIALS], read)).toMatchObject({ source_id: "G0016" });
  });

  it("are made of what active sources are told of", async () => {
    const bundle = new Blob([JSON.stringify(smallBundle("18.1"))]).stream();
    const content = await readRelease(bundle, {});
    const sourcesIn = (from: ReleaseContent) =>
      readCorpus(from).examples.map(({ text, source }) => [text, source] as const);
    const all = sourcesIn(content);
    expect(new Set(all.map(([, source]) => source))).toEqual(
      new Set(["G0016", "G0007", "C0001", undefined]),
    );
    const groups = content.groups.map((group) => ({ ...group, state: "revoked" as const }));
    const fewer = sourcesIn({ ...content, groups });
    expect(new Set(fewer.map(([, source]) => source))).toEqual(new Set(["C0001", undefined]));
  });

  it("are the same in a model that was trained in full", () => {
    expect(trainWeights(corpusOf(), null).procedures).toEqual(weights.procedures);
  });

  it("are the same each time, and survive the round trip byte for byte", () => {
    const { procedures } = weights;
    expect(trainSmallWeights(corpusOf()).procedures).toEqual(procedures);
    const bytes = bytesOf(procedures);
    const header = describeProcedures(procedures);
    const read = readProcedures(createByteReader(bytes), header, TECHNIQUES.length + 1);
    expect(read).toEqual(procedures);
    expect(bytesOf(read)).toEqual(bytes);
    expect(() =>
      readProcedures(createByteReader(bytes.slice(0, -1)), header, TECHNIQUES.length + 1),
    ).toThrow("too early");
  });
});
