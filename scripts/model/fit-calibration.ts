import { hashKey } from "../../src/analysis/embedded/model/hash.ts";
import {
  bestThreshold,
  fitDocuments,
  fitSentences,
  type Calibration,
  type Labelled,
} from "../../src/analysis/embedded/model/calibrate.ts";
import {
  gatherUnits,
  judge,
  judgeUnits,
  type DocumentUnit,
} from "../../src/analysis/embedded/model/document-score.ts";
import type { Candidate, Reading } from "../../src/analysis/embedded/model/read-document.ts";
import type { Taxonomy } from "../../src/analysis/embedded/model/taxonomy.ts";
import { targetOf, type LabelSpace } from "./label-space.ts";
import type { Report } from "./labelled-reports.ts";
import { documentPairs, sentencePairs } from "./predictions.ts";

/** A labelled report and what models that were not trained on it say about it. */
export interface ReadReport {
  report: Report;
  reading: Reading;
}

const FOLDS = 4;

/** Reports are dealt into folds by title, so that copies of a report stay together. */
export function foldOf({ title }: Report, folds: number = FOLDS): number {
  return (hashKey(`fold ${title.trim()}`) >>> 3) % folds;
}

/**
 * Fits everything on these reports alone. What the document networks and the thresholds see comes
 * from networks that were not fitted on the same report (cross-fitting).
 */
export function fitCalibration(
  read: readonly ReadReport[],
  space: LabelSpace,
  taxonomy: Taxonomy,
): Calibration {
  const fitOnSentences = (some: readonly ReadReport[]) => {
    const labelled = some.flatMap((one) => labelCandidates(one, space, taxonomy));
    const [families, techniques] = divide(labelled);
    return { sentence: fitSentences(techniques), sentenceFamily: fitSentences(families) };
  };
  const judged = crossFit(read, fitOnSentences, (one, { sentence, sentenceFamily }) => {
    const probabilities = judge(one.reading.candidates, sentence, sentenceFamily);
    const units = gatherUnits(one.reading, probabilities, taxonomy);
    return { ...one, units, pairs: sentencePairs(one.report, probabilities, space, taxonomy) };
  });
  const fitOnDocuments = (some: typeof judged) => {
    const labelled = some.flatMap(({ report, units }) =>
      labelUnits(report, units, space, taxonomy),
    );
    const [families, techniques] = divide(labelled);
    return { document: fitDocuments(techniques), documentFamily: fitDocuments(families) };
  };
  const documentTruth = crossFit(judged, fitOnDocuments, ({ report, units }, networks) =>
    documentPairs(report, judgeUnits(units, networks), space, taxonomy),
  ).flat();
  const sentenceTruth = judged.flatMap(({ pairs }) => pairs);
  return {
    ...fitOnSentences(read),
    ...fitOnDocuments(judged),
    sentenceThreshold: bestThreshold(sentenceTruth.filter(isCandidate), missed(sentenceTruth)),
    documentThreshold: bestThreshold(documentTruth.filter(isCandidate), missed(documentTruth)),
  };
}

/** Applies to each report what was fitted on the reports of the other folds. */
function crossFit<T extends { report: Report }, Fitted, Result>(
  all: readonly T[],
  fit: (some: T[]) => Fitted,
  apply: (one: T, fitted: Fitted) => Result,
): Result[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const fitted = fit(all.filter(({ report }) => foldOf(report) !== fold));
    return all.filter(({ report }) => foldOf(report) === fold).map((one) => apply(one, fitted));
  }).flat();
}

/** Families, and techniques. */
function divide<T extends { isFamily: boolean }>(
  labelled: readonly Labelled<T>[],
): [Labelled<T>[], Labelled<T>[]] {
  return [
    labelled.filter(({ item }) => item.isFamily),
    labelled.filter(({ item }) => !item.isFamily),
  ];
}

const isCandidate = ({ probability }: { probability: number }) => probability > 0;
const missed = (pairs: readonly { probability: number; isTrue: boolean }[]) =>
  pairs.filter(({ probability, isTrue }) => isTrue && probability === 0).length;

function labelCandidates(
  { report, reading }: ReadReport,
  space: LabelSpace,
  taxonomy: Taxonomy,
): Labelled<Candidate>[] {
  return reading.candidates
    .map((item, index) => ({
      item,
      target: targetOf(item, report.gold[item.sentence] ?? new Set(), space, taxonomy),
      weight: isHopeless(item) ? KEEP_ONE_IN : 1,
      isKept: !isHopeless(item) || index % KEEP_ONE_IN === 0,
    }))
    .filter(({ target, isKept }) => target !== null && isKept);
}

/** Most candidates are hopeless and teach the same; one in four stands for all of them. */
const KEEP_ONE_IN = 4;
const HOPELESS_LOG = -6;

function isHopeless({ signals }: Candidate): boolean {
  return (signals[0] ?? 0) < HOPELESS_LOG;
}

function labelUnits(
  { labels }: Report,
  units: readonly DocumentUnit[],
  space: LabelSpace,
  taxonomy: Taxonomy,
): Labelled<DocumentUnit>[] {
  return units.map((item) => ({
    item,
    target: targetOf(item, labels, space, taxonomy),
    weight: 1,
  }));
}
