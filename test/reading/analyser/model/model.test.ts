import { describe, expect, it } from "vitest";
import {
  decodeModel,
  encodeModel,
  type Model,
} from "../../../../src/reading/analyser/model/model-file.ts";
import { bestThreshold, thresholdFor } from "../../../../src/reading/analyser/model/calibrate.ts";
import type { Calibration } from "../../../../src/reading/analyser/model/calibrate.ts";
import {
  gatherUnits,
  scoreCandidates,
  classifySteps,
  scoreUnits,
  reportTechniques,
} from "../../../../src/reading/analyser/model/score-document.ts";
import { DOCUMENT_SIGNAL_COUNT } from "../../../../src/reading/analyser/model/document-units.ts";
import {
  decodeCalibration,
  encodeCalibration,
} from "../../../../src/reading/analyser/model/calibration-file.ts";
import type { Corpus } from "../../../../src/reading/analyser/model/training-corpus.ts";
import { explainSentence } from "../../../../src/reading/analyser/model/explain-sentence.ts";
import { buildNameMask } from "../../../../src/reading/analyser/model/name-mask.ts";
import { evaluate } from "../../../../src/reading/analyser/model/network.ts";
import { fitWithout, mergeNetworks } from "../../../../src/reading/analyser/model/train-network.ts";
import { createDocumentReader } from "../../../../src/reading/analyser/model/document-reader.ts";
import { topIndexes } from "../../../../src/reading/analyser/model/top-indexes.ts";
import { scoreSentence } from "../../../../src/reading/analyser/model/score-sentence.ts";
import { SIGNAL_COUNT, type Hit } from "../../../../src/reading/analyser/model/signals.ts";
import { buildTaxonomy } from "../../../../src/reading/analyser/model/taxonomy.ts";
import { trainSmallWeights } from "../../../../src/reading/analyser/model/train-small-weights.ts";
import { encoderOf, NO_ACTS } from "../../../support/model.ts";
import { trainWeights } from "../../../../src/reading/analyser/model/train-weights.ts";

const TEXTS: [string, string[]][] = [
  ["T1566", ["phishing mail was sent", "a mail lured the victim", "mail that lured staff"]],
  ["T1566.001", ["mail with a malicious attachment", "the attachment held macros"]],
  ["T1566.002", ["mail with a link to a page", "the link led to a false login page"]],
  ["T1070.004", ["deleted its files from disk", "the files were deleted after use"]],
];

function corpusOf(): Corpus {
  const techniques = TEXTS.map(([id]) => id).sort();
  const examples = TEXTS.flatMap(([id, texts]) =>
    // Words count from their third text on.
    [...texts, ...texts, ...texts, ...texts].map((text) => ({
      text,
      targets: [techniques.indexOf(id) + 1],
      weight: 1,
    })),
  );
  const plain = { text: "the company was founded long ago", targets: [0], weight: 1 };
  return {
    techniques,
    usesOf: techniques.map(() => 3),
    mask: buildNameMask(["MUDLARK"]),
    maskNames: ["MUDLARK"],
    examples: [...examples, plain, plain, plain, plain],
  };
}

/** A network that answers the logistic of one of its inputs. */
function passThrough(inputs: number, which: number, factor: number) {
  const mean = new Float32Array(inputs);
  const deviation = new Float32Array(inputs).fill(1);
  const weights = new Float32Array(2 * (inputs + 1) + 3);
  weights[which] = 1;
  weights[inputs + 1 + which] = -1;
  weights.set([factor, -factor], 2 * (inputs + 1));
  return { inputs, hidden: 2, mean, deviation, weights };
}

const sentence = passThrough(SIGNAL_COUNT, 1, 1);
const document = passThrough(DOCUMENT_SIGNAL_COUNT, 0, 1);
const calibration: Calibration = {
  sentence,
  sentenceFamily: sentence,
  document,
  documentFamily: document,
  short: document,
  shortFamily: document,
  acts: NO_ACTS,
  sentenceThreshold: 0.25,
  documentThreshold: 0.5,
  shortThreshold: 0.4,
};

const ENCODER = encoderOf(["mail", "deleted", "attachment", "link"], TEXTS.length + 1);

function modelOf(): Model {
  return { ...trainWeights(corpusOf(), ENCODER), domain: "test", version: "1.0", calibration };
}

function idsIn(model: Model, sentences: string[]): string[] {
  const reader = createDocumentReader(model, NO_ACTS);
  for (const text of sentences) reader.add(text, []);
  const reading = reader.finish();
  const units = gatherUnits(reading, scoreCandidates(reading, sentence, sentence), model.taxonomy);
  const judged = scoreUnits(units, calibration, reading.sentences);
  return reportTechniques(judged, 0.5, model.taxonomy).map(({ attack_id }) => attack_id);
}

describe("training", () => {
  it("gives the same bytes each time", () => {
    expect(encodeModel(modelOf())).toEqual(encodeModel(modelOf()));
  });

  it("learns its examples", () => {
    const model = modelOf();
    const { log } = scoreSentence("They deleted all files", model);
    expect(model.taxonomy.ids[topIndexes(log, 1, () => true)[0] ?? 0]).toBe("T1070.004");
  });

  it("takes the encoder's word for what the others do not know", () => {
    const { encoder, log, blend } = scoreSentence("Another thing", modelOf());
    expect(log.every((value) => value === log[0])).toBe(true);
    const bestBy = (scores: Float64Array) => topIndexes(scores, 1, () => true)[0];
    expect(bestBy(blend)).toBe(bestBy(encoder));
    expect(encoder.every((value) => value < 0)).toBe(true);
  });

  it("builds the small model from the same corpus", () => {
    const small = trainSmallWeights(corpusOf());
    expect(small.softmax).toBeNull();
    const { log } = scoreSentence("They deleted all files", small);
    expect(small.taxonomy.ids[topIndexes(log, 1, () => true)[0] ?? 0]).toBe("T1070.004");
  });
});

describe("taxonomy", () => {
  it("takes a technique for as usual where less is told of all", () => {
    const ids = ["T1001", "T1002", "T1002.001"];
    const much = buildTaxonomy(ids, [40, 10, 20]);
    expect(buildTaxonomy(ids, [4, 1, 2]).prior).toEqual(much.prior);
    expect(much.familyPrior[2]).toBeCloseTo(much.familyPrior[3] ?? 0, 5);
  });
});

describe("artifact", () => {
  it("survives the round trip", () => {
    const model = modelOf();
    const read = decodeModel(encodeModel(model));
    expect(read.taxonomy).toEqual(model.taxonomy);
    expect(read.softmax).toEqual(model.softmax);
    expect(read.centroid).toEqual(model.centroid);
    expect(read.encoder).toEqual(model.encoder);
    expect(read.calibration).toEqual(model.calibration);
    expect(read.mask.keys).toEqual(model.mask.keys);
    expect(encodeModel(read)).toEqual(encodeModel(model));
  });

  it("refuses what is no model", () => {
    expect(() => decodeModel(new Uint8Array(100))).toThrow("no model");
    const bytes = encodeModel(modelOf());
    expect(() => decodeModel(bytes.slice(0, bytes.length - 50))).toThrow("too early");
  });
});

describe("documents", () => {
  it("reports what its sentences tell", () => {
    const model = modelOf();
    const found = idsIn(model, [
      "The company was founded long ago.",
      "Mail with a malicious attachment was sent.",
      "MUDLARK deleted its files from disk.",
    ]);
    expect(found).toContain("T1070.004");
    expect(found.some((id) => id.startsWith("T1566"))).toBe(true);
  });

  it("survives texts without anything known", () => {
    expect(idsIn(modelOf(), [])).toEqual([]);
    expect(() => idsIn(modelOf(), ["!!!", "漢字 のみ", "\u{1F600}".repeat(50)])).not.toThrow();
  });

  it("reports a parent only when none of its sub-techniques is", () => {
    const { taxonomy } = modelOf();
    const c = (id: string) => taxonomy.classOf.get(id) ?? 0;
    const unit = (id: string, isFamily: boolean, probability: number) => ({
      c: c(id),
      isFamily,
      probability,
      sentences: [],
      signals: new Float32Array(0),
    });
    const ids = (sub: number) =>
      reportTechniques(
        [unit("T1566", true, 0.9), unit("T1566.001", false, sub)],
        0.5,
        taxonomy,
      ).map(({ attack_id }) => attack_id);
    expect(ids(0.3)).toEqual(["T1566"]);
    expect(ids(0.8)).toEqual(["T1566.001"]);
  });
});

describe("long documents", () => {
  const texts = Array.from({ length: 3_000 }, (_, at) =>
    at % 3 === 0 ? "It deleted its files from disk." : "Mail with a malicious attachment was sent.",
  );

  it("are judged in steps as in one go", () => {
    const model = modelOf();
    const reader = createDocumentReader(model, NO_ACTS);
    for (const text of texts) reader.add(text, []);
    const reading = reader.finish();
    const units = gatherUnits(
      reading,
      scoreCandidates(reading, sentence, sentence),
      model.taxonomy,
    );
    const steps = classifySteps(reading, calibration, model.taxonomy);
    let pauses = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) pauses += 1;
    const all = scoreUnits(units, calibration, reading.sentences);
    expect(step.value).toEqual({ all, standing: all });
    expect(pauses).toBeGreaterThan(2);
    expect(units.every(({ sentences }) => sentences.length <= 5)).toBe(true);
  });

  it("leave out what tells of no act, of the standing ones alone", () => {
    const model = modelOf();
    const reader = createDocumentReader(model, NO_ACTS);
    for (const text of texts) reader.add(text, []);
    const isMail = (at: number) => at % 3 !== 0;
    const steps = classifySteps(reader.finish(), calibration, model.taxonomy, isMail);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const { all, standing } = step.value;
    const sentencesOf = (units: typeof all) =>
      units.flatMap(({ sentences }) => sentences.filter((one) => one.probability > 0.1));
    expect(sentencesOf(all).some((one) => isMail(one.sentence))).toBe(true);
    expect(sentencesOf(standing).some((one) => isMail(one.sentence))).toBe(false);
    expect(sentencesOf(standing).length).toBeGreaterThan(0);
  });

  it("keep what is printed, however unlikely", () => {
    const model = modelOf();
    const selectCandidates = (hits: Hit[]) => {
      const reader = createDocumentReader(model, NO_ACTS);
      for (const text of texts.slice(0, 40)) reader.add(text, []);
      reader.add("Zebras graze.", hits);
      const { candidates } = reader.finish();
      const all = Array.from({ length: candidates.length }, (_, at) => candidates.at(at));
      return all.filter((one) => one.sentence === 40).map(({ c }) => model.taxonomy.ids[c]);
    };
    expect(selectCandidates([{ attack_id: "T1566.002", kind: "id", strength: 1 }])).toContain(
      "T1566.002",
    );
  });
});

describe("explain", () => {
  it("names words that are in the sentence, and what came next", () => {
    const model = modelOf();
    const unit = { c: model.taxonomy.classOf.get("T1070.004") ?? 0, isFamily: false };
    const { features, runners_up } = explainSentence("It deleted its files from disk", unit, model);
    expect(features.length).toBeGreaterThan(0);
    expect(features.length).toBeLessThanOrEqual(5);
    for (const { words } of features) expect("It deleted its files from disk").toContain(words);
    expect(runners_up.map(({ attack_id }) => attack_id)).not.toContain("T1070.004");
  });
});

describe("calibration", () => {
  it("fits a network to what it is shown", () => {
    const signals = Float32Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? (i % 7) - 3 : 1));
    const targets = Float32Array.from({ length: 200 }, (_, row) => ((2 * row) % 7 > 3 ? 1 : 0));
    const folds = Uint8Array.from({ length: 200 }, (_, row) => row % 2);
    const cases = { signals, targets, weights: new Float32Array(200).fill(1), folds };
    const options = { hidden: 4, epochs: 60, rate: 0.02, decay: 0, batch: 16, seed: 1, members: 2 };
    const network = mergeNetworks(fitWithout(cases, 2, options));
    expect(evaluate(network, Float32Array.of(3, 1))).toBeGreaterThan(0.8);
    expect(evaluate(network, Float32Array.of(-3, 1))).toBeLessThan(0.2);
  });

  it("asks less of short texts, and more of reports", () => {
    expect(thresholdFor(calibration, 1)).toBeCloseTo(0.85 * 0.4, 5);
    expect(thresholdFor(calibration, 30)).toBeCloseTo(0.4 + (0.45 * 18) / 28, 5);
    expect(thresholdFor(calibration, 40)).toBeCloseTo(0.85, 5);
    expect(thresholdFor(calibration, 5000)).toBeCloseTo(0.85, 5);
  });

  it("survives the round trip in a file of its own", () => {
    expect(decodeCalibration(encodeCalibration(calibration))).toEqual(calibration);
    expect(() => decodeCalibration(encodeModel(modelOf()))).toThrow("no model");
  });

  it("takes half of the best F1 as the threshold", () => {
    const pairs = [0.9, 0.8, 0.1].map((probability) => ({
      probability,
      isTrue: probability > 0.5,
    }));
    expect(bestThreshold(pairs, 0)).toBe(0.5);
    expect(bestThreshold(pairs, 2)).toBeCloseTo(1 / 3, 5);
  });
});
