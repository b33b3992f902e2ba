import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import type { Corpus } from "../../src/reading/analyser/model/training-corpus.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import { trainWeights } from "../../src/reading/analyser/model/train-weights.ts";
import { excerptsOf } from "./excerpts.ts";
import { fitCalibration, foldOf, type ReadReport } from "./fit-calibration.ts";
import type { LabelSpace } from "./label-space.ts";
import { readReport, type Report } from "./labelled-reports.ts";
import { toExamples } from "./report-examples.ts";
import type { Steps } from "./steps.ts";

export interface Trained {
  weights: Weights;
  calibration: Calibration;
}

const FOLDS = 4;

/** Steps that `trainWithReports` tells of. */
export const REPORT_STEPS = FOLDS + 2;

/** Calibrates given weights on reports that they were not trained on. */
export function calibrate(
  weights: Weights,
  reports: readonly Report[],
  space: LabelSpace,
): Trained {
  const read = readAll(reports, weights);
  return { weights, calibration: fitCalibration(read, space, weights.taxonomy) };
}

/**
 * Weights from the release and the reports, calibrated on the same reports: each is read for
 * calibration by weights that were trained on the other folds, so that no model judges what it has seen.
 */
export function trainWithReports(
  corpus: Corpus,
  reports: readonly Report[],
  space: LabelSpace,
  steps: Steps,
): Trained {
  const read = Array.from({ length: FOLDS }, (_, fold) => {
    steps.next(`fold ${fold + 1} of ${FOLDS}`);
    const others = reports.filter((report) => foldOf(report, FOLDS) !== fold);
    const weights = trainWeights(corpus, toExamples(others, corpus));
    const rest = reports.filter((report) => foldOf(report, FOLDS) === fold);
    return readAll(rest, weights);
  }).flat();
  steps.next("weights");
  const weights = trainWeights(corpus, toExamples(reports, corpus));
  steps.next("calibration");
  return { weights, calibration: fitCalibration(read, space, weights.taxonomy) };
}

/**
 * Reports as a whole and in excerpts, by whole sentences: networks that see clauses too grow wary of
 * all that is short, and find fewer of the acts that clauses are there for.
 */
export function readAll(reports: readonly Report[], weights: Weights): ReadReport[] {
  const read = (report: Report, isExcerpt: boolean) => ({
    report,
    isExcerpt,
    reading: readReport(report, weights, false),
  });
  return reports.flatMap((report) => [
    read(report, false),
    ...excerptsOf(report).map((excerpt) => read(excerpt, true)),
  ]);
}
