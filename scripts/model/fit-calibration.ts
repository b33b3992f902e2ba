import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import {
  bestThreshold,
  fitDocuments,
  fitShort,
  fitSentences,
  type Calibration,
  type Labelled,
} from "../../src/reading/analyser/model/calibrate.ts";
import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import type { Candidate } from "../../src/reading/analyser/model/candidate-list.ts";
import { scoreCandidates, scoreUnits } from "../../src/reading/analyser/model/score-document.ts";
import { gatherUnits, type DocumentUnit } from "../../src/reading/analyser/model/document-units.ts";
import type { Network } from "../../src/reading/analyser/model/network.ts";
import { mergeNetworks } from "../../src/reading/analyser/model/train-network.ts";
import type { Reading } from "../../src/reading/analyser/model/document-reader.ts";
import { SIGNALS } from "../../src/reading/analyser/model/signals.ts";
import type { Taxonomy } from "../../src/reading/analyser/model/taxonomy.ts";
import { targetOf, type LabelSpace } from "./label-space.ts";
import type { Report } from "./labelled-reports.ts";
import { documentPairs, listJudged, sentencePairs, type Pair } from "./predictions.ts";

/** A labelled report and what models that were not trained on it say about it. */
export interface ReadReport {
  report: Report;
  /**
   * A report, a part of one, one sentence of one, or a text that was short from the beginning: of acts, mainly of one
   * technique, or of no act.
   */
  kind: "whole" | "excerpt" | "lone" | "short" | "paragraph" | "none";
  /** Of which techniques its labels say anything. */
  space: LabelSpace;
  reading: Reading;
}

const FOLDS = 5;

/** Reports are dealt into folds by title, so that copies of a report stay together. */
export function foldOf({ title }: Pick<Report, "title">, folds: number = FOLDS): number {
  return (hashKey(`fold ${title.trim()}`) >>> 3) % folds;
}

/**
 * Fits everything on these reports alone. One network is fitted without each fold of them; what the
 * document networks and the thresholds see of a report comes from the network that was fitted
 * without it, and the networks that are kept are all folds' together.
 */
export function fitCalibration(
  read: readonly ReadReport[],
  taxonomy: Taxonomy,
  acts: ActModel,
): Calibration {
  const labelledOf = read.map((one) => labelCandidates(one, taxonomy));
  const sentence = crossFit(read, labelledOf, fitSentences);
  const judged = read.map((one, at) => {
    const [techniques, families] = sentence.without(at);
    const probabilities = scoreCandidates(one.reading, techniques, families);
    const units = gatherUnits(one.reading, probabilities, taxonomy);
    const listed = listJudged(one.reading, probabilities);
    return { ...one, units, pairs: sentencePairs(one.report, listed, one.space, taxonomy) };
  });
  const unitsFor = (size: "report" | "few") =>
    judged.map((one) => labelUnits(one, one.units, taxonomy, size));
  const document = crossFit(judged, unitsFor("report"), fitDocuments);
  const short = crossFit(judged, unitsFor("few"), fitShort);
  const documentTruth = judged.map(({ report, units, kind, space, reading }, at) => {
    const [ofReport, familyOfReport] = document.without(at);
    const [ofShort, familyOfShort] = short.without(at);
    const networks = {
      document: ofReport,
      documentFamily: familyOfReport,
      short: ofShort,
      shortFamily: familyOfShort,
    };
    const byFolds = scoreUnits(units, networks, reading.sentences);
    return { kind, pairs: documentPairs(report, byFolds, space, taxonomy) };
  });
  return {
    sentence: sentence.all[0],
    sentenceFamily: sentence.all[1],
    document: document.all[0],
    documentFamily: document.all[1],
    short: short.all[0],
    shortFamily: short.all[1],
    acts,
    sentenceThreshold: thresholdOf(judged, "whole"),
    documentThreshold: thresholdOf(documentTruth, "whole"),
    shortThreshold: thresholdOf(documentTruth, "excerpt"),
  };
}

interface CrossFitted {
  /** Network for techniques and for families that the report at this place had no part in. */
  without(at: number): [Network, Network];
  all: [Network, Network];
}

/** Fits a network without each fold, on inputs that are scaled alike, so that they can be merged. */
function crossFit<T extends { isFamily: boolean }>(
  read: readonly ReadReport[],
  labelledOf: readonly Labelled<T>[][],
  fit: (folds: Labelled<T>[][]) => Network[],
): CrossFitted {
  const fitOne = (isFamily: boolean) =>
    fit(
      Array.from({ length: FOLDS }, (_, fold) =>
        labelledOf
          .filter((_list, at) => foldAt(read, at) === fold)
          .flatMap((list) => list.filter(({ item }) => item.isFamily === isFamily)),
      ),
    );
  const techniques = fitOne(false);
  const families = fitOne(true);
  const pick = (networks: readonly Network[], at: number) => {
    const network = networks[foldAt(read, at)];
    if (network === undefined) throw new Error("Each fold needs a network.");
    return network;
  };
  return {
    without: (at) => [pick(techniques, at), pick(families, at)],
    all: [mergeNetworks(techniques), mergeNetworks(families)],
  };
}

function foldAt(read: readonly ReadReport[], at: number): number {
  const report = read[at]?.report;
  return report === undefined ? 0 : foldOf(report, FOLDS);
}

/** For texts of one kind; what was no candidate is missed at any threshold. */
function thresholdOf(
  judged: readonly { kind: ReadReport["kind"]; pairs: readonly Pair[] }[],
  kind: ReadReport["kind"],
): number {
  const pairs = judged.filter((one) => one.kind === kind).flatMap((one) => one.pairs);
  const candidates = pairs.filter(({ probability }) => probability > 0);
  const missed = pairs.filter(({ probability, isTrue }) => isTrue && probability === 0).length;
  return bestThreshold(candidates, missed);
}

function labelCandidates(
  { report, reading, kind, space }: ReadReport,
  taxonomy: Taxonomy,
): Labelled<Candidate>[] {
  const labelled: Labelled<Candidate>[] = [];
  const none: ReadonlySet<string> = new Set();
  const { step: every, sentence } = SHARES[kind];
  for (let index = 0; index < reading.candidates.length; index += 1) {
    const item = reading.candidates.at(index);
    const isLikely = (item.signals[BLEND] ?? 0) > UNLIKELY_LOG;
    const step = (isLikely ? 1 : UNLIKELY_STEP) * every;
    if (index % step !== 0) continue;
    const target = targetOf(
      item,
      report.gold[item.sentence] ?? none,
      space,
      taxonomy,
      report.open?.[item.sentence],
    );
    if (target !== null) labelled.push({ item, target, weight: step * sentence });
  }
  return labelled;
}

/**
 * How many candidates one stands for, and how much they count next to those of whole reports; how much texts of
 * a kind count for the networks of reports, and for those of short texts.
 */
const SHARES = {
  whole: { step: 1, sentence: 1, report: 1, few: 0 },
  excerpt: { step: 2, sentence: 0.25, report: 1, few: 1 },
  lone: { step: 1, sentence: 0.3, report: 0, few: 1 },
  short: { step: 1, sentence: 0.3, report: 0, few: 0.5 },
  // Their sentences are those of other short texts: they teach what sentences say together.
  paragraph: { step: 2, sentence: 0.1, report: 0, few: 4 },
  none: { step: 1, sentence: 1, report: 0, few: 2 },
} as const;
/** Most candidates are unlikely and teach the same; one in four stands for all. */
const UNLIKELY_STEP = 4;
const UNLIKELY_LOG = -5.5;
const BLEND = SIGNALS.indexOf("blend");

function labelUnits(
  { report: { labels, open }, kind, space }: ReadReport,
  units: readonly DocumentUnit[],
  taxonomy: Taxonomy,
  size: "report" | "few",
): Labelled<DocumentUnit>[] {
  const weight = SHARES[kind][size];
  if (weight === 0) return [];
  const arguable = new Set(open?.flatMap((ids) => [...ids]));
  return units.map((item) => ({
    item,
    target: targetOf(item, labels, space, taxonomy, arguable),
    weight,
  }));
}
