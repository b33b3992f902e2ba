import { foldOf } from "../fit-calibration.ts";
import type { Report } from "../labelled-reports.ts";
import { baselineOf, outcomeOf, summarise, type Outcome } from "../measure.ts";
import type { Steps } from "../steps.ts";
import {
  calibrateFolds,
  CALIBRATION_STEPS,
  FOLDS,
  type Folded,
  type Trained,
} from "../train-model.ts";
import { BEFORE } from "./before.ts";
import type { EvaluationData } from "./read-data.ts";
import { interval, percent } from "./show.ts";

export const METHODS = ["ids_and_names", "analyser"] as const;

/** How well all of TRAM's reports are read, each by what was fitted without it. */
export interface FoldResult {
  /** Of the first fold; it has seen three quarters of the reports. */
  trained: Trained;
  figures: Record<(typeof METHODS)[number], ReturnType<typeof summarise>>;
}

/** Steps that `measureFolds` tells of. */
export const CROSS_STEPS = FOLDS * (CALIBRATION_STEPS + 1);

/**
 * Each fold of the reports is scored by weights and an encoder that were trained without it, with a calibration that was
 * fitted without it. Scored by what TRAM's annotators marked.
 */
export function measureFolds(
  folded: Folded,
  { source, space, dense, reports }: EvaluationData,
  steps: Steps,
): FoldResult {
  const all = folded.without.map(({ weights, acts }, fold) => {
    const isOf = (report: Report) => foldOf(report, FOLDS) === fold;
    const rest = dense.filter((report) => !isOf(report));
    const { calibration } = calibrateFolds(folded, source, rest, space, steps);
    const trained = { weights, calibration: { ...calibration, acts } };
    steps.next(`scoring fold ${fold + 1} of ${FOLDS}`);
    const outcomes = reports.filter(isOf).map((report) => outcomeOf(trained, report, space));
    return { trained, outcomes };
  });
  const [first] = all;
  if (first === undefined) throw new Error("There are no folds.");
  const figures = {
    ids_and_names: summarise(reports.map((report): Outcome => baselineOf(report, space))),
    analyser: summarise(all.flatMap(({ outcomes }) => outcomes)),
  };
  return { trained: first.trained, figures };
}

/** A row for each method, with one for language models, which are not measured here. */
export function showFolds({ figures }: FoldResult): string {
  return [
    "\nTRAM's reports, each by what was fitted on the other three quarters of them",
    "method         | 50: sent F1 | doc P    R     F1  per-doc  95 %        | ECE   p>=.7 | all: sent  doc  | parents: sent  doc | doc F1 before",
    ...METHODS.map((method) => {
      const {
        tram50,
        all_techniques: all,
        folded_to_parents: parents,
        calibration,
      } = figures[method];
      const doc = tram50.document;
      const before = method === "analyser" ? percent(BEFORE.tram50.with_reports.mean) : "";
      return (
        `${method.padEnd(14)} | ${percent(tram50.sentence.f1)}      |${percent(doc.precision)}${percent(doc.recall)}${percent(doc.f1)}` +
        `${percent(doc.per_document_f1)}  ${interval(doc.interval_95).padEnd(12)}|${calibration.expected_error.toFixed(3)} ${percent(calibration.precision_from_0_7)}` +
        ` |${percent(all.sentence.f1)}${percent(all.document.f1)} |${percent(parents.sentence.f1)}${percent(parents.document.f1)} |${before}`
      );
    }),
    "language model",
  ].join("\n");
}
