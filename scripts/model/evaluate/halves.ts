import type { Weights } from "../../../src/reading/analyser/model/score-sentence.ts";
import { halfOf, type Report } from "../labelled-reports.ts";
import { baselineOf, outcomeOf, summarise, type Outcome } from "../measure.ts";
import { bootstrap, compare, mean } from "../metrics.ts";
import type { Steps } from "../steps.ts";
import {
  calibrateFolds,
  calibrateSmall,
  CALIBRATION_STEPS,
  TRAIN_STEPS,
  trainModel,
  type Folded,
  type Trained,
} from "../train-model.ts";
import type { EvaluationData } from "./read-data.ts";

export const METHODS = ["ids_and_names", "small_model", "attack_alone", "with_reports"] as const;
export type Method = (typeof METHODS)[number];

/** What is fitted on one half of the reports, and how well it reads the other. */
export interface HalfResult {
  trained: Record<Exclude<Method, "ids_and_names">, Trained>;
  outcomes: Record<Method, Outcome[]>;
  figures: Record<Method, ReturnType<typeof summarise>>;
}

/** Steps that `measureHalf` tells of. */
export const HALF_STEPS = 1 + CALIBRATION_STEPS + TRAIN_STEPS + 1;

/**
 * One half scored by what is fitted on the other.
 * @param alone what is learned from the release alone, which is the same for both halves
 */
export function measureHalf(
  scored: 0 | 1,
  { source, space, reports }: EvaluationData,
  small: Weights,
  alone: Folded,
  steps: Steps,
): HalfResult {
  const fitted = reports.filter((report) => halfOf(report) !== scored);
  const rest = reports.filter((report) => halfOf(report) === scored);
  steps.next("small model");
  const trained = {
    small_model: calibrateSmall(small, alone, source, fitted, space),
    attack_alone: calibrateFolds(alone, source, fitted, space, steps),
    with_reports: trainModel(source, fitted, fitted, space, steps),
  };
  steps.next("scoring");
  const score = (method: Trained) => rest.map((report: Report) => outcomeOf(method, report, space));
  const outcomes = {
    ids_and_names: rest.map((report) => baselineOf(report, space)),
    small_model: score(trained.small_model),
    attack_alone: score(trained.attack_alone),
    with_reports: score(trained.with_reports),
  };
  const figures = {
    ids_and_names: summarise(outcomes.ids_and_names),
    small_model: summarise(outcomes.small_model),
    attack_alone: summarise(outcomes.attack_alone),
    with_reports: summarise(outcomes.with_reports),
  };
  return { trained, outcomes, figures };
}

/** The means of both halves, TRAM-50's with an interval of that mean. */
export function averageHalves([first, second]: readonly [HalfResult, HalfResult]) {
  const averaged = METHODS.map((method) => {
    const both = [first.figures[method], second.figures[method]] as const;
    type Figures = (typeof both)[number];
    const of = (pick: (figures: Figures) => number) => mean(both.map(pick));
    const tallies = [first, second].map(({ outcomes }) =>
      outcomes[method].map(({ document }) => compare(document.found, document.gold)),
    );
    const figures = {
      sentence_f1: of(({ tram50 }) => tram50.sentence.f1),
      document: {
        precision: of(({ tram50 }) => tram50.document.precision),
        recall: of(({ tram50 }) => tram50.document.recall),
        f1: of(({ tram50 }) => tram50.document.f1),
        per_document_f1: of(({ tram50 }) => tram50.document.per_document_f1),
        interval_95: bootstrap(...tallies),
      },
      expected_error: of(({ calibration }) => calibration.expected_error),
      precision_from_0_7: of(({ calibration }) => calibration.precision_from_0_7),
      all_techniques_f1: of(({ all_techniques }) => all_techniques.document.f1),
      parents_f1: of(({ folded_to_parents }) => folded_to_parents.document.f1),
    };
    return [method, figures] as const;
  });
  return Object.fromEntries(averaged) as Record<Method, (typeof averaged)[number][1]>;
}
