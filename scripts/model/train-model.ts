import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import type { WordVectors } from "../../src/reading/analyser/model/meaning/train-meaning.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Corpus } from "../../src/reading/analyser/model/training-corpus.ts";
import { trainWeights } from "../../src/reading/analyser/model/train-weights.ts";
import { excerptsOf, loneSentencesOf } from "./excerpts.ts";
import { fitCalibration, foldOf, type ReadReport } from "./fit-calibration.ts";
import { labelSpace, type LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
import { blankContext, ignoreBlanks } from "./leave-out-context.ts";
import { ownExamples, type OwnSentence } from "./own-sentences.ts";
import { toExamples } from "./report-examples.ts";
import { toPlain } from "./short-texts.ts";
import type { Steps } from "./steps.ts";

export interface Trained {
  weights: Weights;
  calibration: Calibration;
}

/** What a model is trained on. */
export interface Source {
  corpus: Corpus;
  vectors: WordVectors;
  own: readonly OwnSentence[];
  /** Short texts to calibrate on, see `shortTexts`: procedures, and our own sentences. */
  procedures: readonly Report[];
  ownTexts: readonly Report[];
}

/** What a model consists of; what is left out shows by its absence what it is worth. */
export interface Parts {
  /** What words mean. */
  meaning: boolean;
  /** Our own sentences, to learn from and to calibrate on. */
  own: boolean;
  /** Short texts to calibrate on. */
  short: boolean;
  /** What a sentence says together with its neighbours. */
  context: boolean;
}

export const ALL_PARTS: Parts = { meaning: true, own: true, short: true, context: true };

/** Weights for calibrating: no text is read by those that were trained on it. */
export interface FoldedWeights {
  whole: Weights;
  /** Each trained on all folds but the one at its place. */
  without: Weights[];
}

const FOLDS = 4;

/** Steps that `trainFolds` tells of, `calibrateFolds`, and both together. */
export const FOLD_STEPS = FOLDS + 1;
export const CALIBRATION_STEPS = 1;
export const TRAIN_STEPS = FOLD_STEPS + CALIBRATION_STEPS;

/**
 * Weights from a release, our own sentences and, where they are to be learned from, reports; calibrated on texts
 * that the judging weights have not seen.
 * @param learned reports to learn weights from
 * @param calibrated reports to calibrate on
 */
export function trainModel(
  source: Source,
  learned: readonly Report[],
  calibrated: readonly Report[],
  space: LabelSpace,
  steps: Steps,
  parts: Parts = ALL_PARTS,
): Trained {
  const folded = trainFolds(source, learned, steps, parts);
  return calibrateFolds(folded, source, calibrated, space, steps, parts);
}

/** The first half of `trainModel`; of the parts, only our own sentences show in it. */
export function trainFolds(
  source: Source,
  learned: readonly Report[],
  steps: Steps,
  parts: Parts = ALL_PARTS,
): FoldedWeights {
  const given = parts.own ? source : { ...source, own: [], ownTexts: [] };
  const without = Array.from({ length: FOLDS }, (_, fold) => {
    steps.next(`fold ${fold + 1} of ${FOLDS}`);
    return trainOn(given, learned, (title) => foldOf({ title }, FOLDS) !== fold);
  });
  steps.next("weights");
  return { whole: trainOn(given, learned, () => true), without };
}

/** The second half of `trainModel`. */
export function calibrateFolds(
  { whole, without }: FoldedWeights,
  { corpus, procedures, ownTexts }: Source,
  calibrated: readonly Report[],
  space: LabelSpace,
  steps: Steps,
  parts: Parts = ALL_PARTS,
): Trained {
  steps.next("calibration");
  const everything = labelSpace(corpus.techniques);
  const short = parts.short ? [...procedures, ...(parts.own ? ownTexts : [])] : [];
  const reduce = (weights: Weights) => (parts.meaning ? weights : { ...weights, meaning: null });
  const read = without.flatMap((trained, fold) => {
    const weights = reduce(trained);
    const isHeld = (report: Report) => foldOf(report, FOLDS) === fold;
    return [
      ...readAll(calibrated.filter(isHeld), weights, space),
      ...short.filter(isHeld).map((report) => readShort(report, weights, everything)),
    ];
  });
  if (!parts.context) for (const { reading } of read) blankContext(reading);
  const weights = reduce(whole);
  const calibration = fitCalibration(read, weights.taxonomy);
  return { weights, calibration: parts.context ? calibration : ignoreBlanks(calibration) };
}

/** Calibrates a small model, which learns from nothing but the release, on all that it has not seen. */
export function calibrateSmall(
  weights: Weights,
  { corpus, ownTexts }: Source,
  calibrated: readonly Report[],
  space: LabelSpace,
): Trained {
  const everything = labelSpace(corpus.techniques);
  const read = [
    ...readAll(calibrated, weights, space),
    ...ownTexts.map((report) => readShort(report, weights, everything)),
  ];
  return { weights, calibration: fitCalibration(read, weights.taxonomy) };
}

/** Weights from what has a title that is taken; a short text's title is the text itself. */
export function trainOn(
  { corpus, vectors, own, procedures, ownTexts }: Source,
  learned: readonly Report[],
  isTaken: (title: string) => boolean,
): Weights {
  const held = new Set(
    [...procedures, ...ownTexts]
      .filter(({ title }) => !isTaken(title))
      .flatMap(({ title }) => title.split("\n")),
  );
  const isFree = ({ text }: { text: string }) => !held.has(toPlain(text));
  const reports = learned.filter(({ title }) => isTaken(title));
  const extra = [...ownExamples(own.filter(isFree), corpus), ...toExamples(reports, corpus)];
  return trainWeights({ ...corpus, examples: corpus.examples.filter(isFree) }, vectors, extra);
}

/**
 * Reports as a whole, in excerpts and by single sentences; by whole sentences: networks that see clauses too grow wary of
 * all that is short, and find fewer of the acts that clauses are there for.
 */
function readAll(reports: readonly Report[], weights: Weights, space: LabelSpace): ReadReport[] {
  const read = (report: Report, kind: ReadReport["kind"]): ReadReport => ({
    report,
    kind,
    space,
    reading: readReport(report, weights, false),
  });
  return reports.flatMap((report) => [
    read(report, "whole"),
    ...excerptsOf(report).map((excerpt) => read(excerpt, "excerpt")),
    ...loneSentencesOf(report).map((sentence) => read(sentence, "lone")),
  ]);
}

function readShort(report: Report, weights: Weights, space: LabelSpace): ReadReport {
  return { report, kind: "short", space, reading: readReport(report, weights, false) };
}
