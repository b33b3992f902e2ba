import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import { hashKey } from "../../src/reading/analyser/model/hash.ts";
import type { WordVectors } from "../../src/reading/analyser/model/meaning/train-meaning.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Corpus } from "../../src/reading/analyser/model/training-corpus.ts";
import { trainWeights } from "../../src/reading/analyser/model/train-weights.ts";
import { excerptsOf, loneSentencesOf } from "./excerpts.ts";
import { fitCalibration, foldOf, type ReadReport } from "./fit-calibration.ts";
import { labelSpace, type LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
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
  /** Procedures and own sentences as short texts, and what tells of no act, see `shortTexts`. */
  short: readonly Report[];
  acts: ActModel;
}

const FOLDS = 4;

/** Steps that `trainModel` tells of. */
export const TRAIN_STEPS = FOLDS + 2;

/**
 * Weights from a release, our own sentences and, where they are to be learned from, reports. For the calibration
 * every text is read by weights that were trained on the other folds, so that no model judges what it has seen.
 * @param learned reports to learn weights from
 * @param calibrated reports to calibrate on
 */
export function trainModel(
  source: Source,
  learned: readonly Report[],
  calibrated: readonly Report[],
  space: LabelSpace,
  steps: Steps,
): Trained {
  const everything = labelSpace(source.corpus.techniques);
  const read = Array.from({ length: FOLDS }, (_, fold) => {
    steps.next(`fold ${fold + 1} of ${FOLDS}`);
    const weights = trainOn(source, learned, (title) => foldOf({ title }, FOLDS) !== fold);
    const isHeld = ({ title }: Report) => foldOf({ title }, FOLDS) === fold;
    return [
      ...readAll(calibrated.filter(isHeld), weights, source.acts, space),
      ...source.short.filter(isHeld).map((report) => readShort(report, weights, source.acts, everything)),
    ];
  }).flat();
  steps.next("weights");
  const weights = trainOn(source, learned, () => true);
  steps.next("calibration");
  return { weights, calibration: fitCalibration(read, weights.taxonomy, source.acts) };
}

export function trainOn(
  { corpus, vectors, own, short }: Source,
  learned: readonly Report[],
  isTaken: (title: string) => boolean,
): Weights {
  const held = new Set(short.filter(({ title }) => !isTaken(title)).flatMap(({ title }) => title.split("\n")));
  const examples = corpus.examples.filter(({ text }) => !held.has(toPlain(text)));
  const reports = learned.filter(({ title }) => isTaken(title));
  const extra = [
    ...ownExamples(own.filter(({ text }) => !held.has(toPlain(text))), corpus),
    ...toExamples(reports, corpus),
  ];
  return trainWeights({ ...corpus, examples }, vectors, extra);
}

/**
 * Reports as a whole, in excerpts and by single sentences; by whole sentences: networks that see clauses too grow wary of
 * all that is short, and find fewer of the acts that clauses are there for.
 */
export function readAll(
  reports: readonly Report[],
  weights: Weights,
  acts: ActModel,
  space: LabelSpace,
): ReadReport[] {
  const read = (report: Report, kind: ReadReport["kind"]): ReadReport => ({
    report,
    kind,
    space,
    reading: readReport(report, weights, acts, false),
  });
  return reports.flatMap((report) => [
    read(report, "whole"),
    ...excerptsOf(report).map((excerpt) => read(excerpt, "excerpt")),
    ...loneSentencesOf(report).map((sentence) => read(sentence, "lone")),
  ]);
}

export function readShort(
  report: Report,
  weights: Weights,
  acts: ActModel,
  space: LabelSpace,
): ReadReport {
  const kind = report.labels.size === 0 ? "none" : "short";
  return { report, kind, space, reading: readReport(report, weights, acts, false) };
}
