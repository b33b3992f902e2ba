import type { ActModel } from "./acts/act-model.ts";
import type { Candidate } from "./candidate-list.ts";
import { DOCUMENT_SIGNAL_COUNT, type DocumentUnit, SHORT_SIGNAL_COUNT } from "./document-units.ts";
import type { Network } from "./network.ts";
import { reportShare } from "./report-share.ts";
import { SIGNAL_COUNT } from "./signals.ts";
import { type Cases, type FitOptions, fitWithout } from "./train-network.ts";

/**
 * The networks of a calibration in the order of its file: for candidates of a sentence, techniques of a report, and
 * techniques of a short text. Each has a second network for families.
 */
export const NETWORKS = [
  "sentence",
  "sentenceFamily",
  "document",
  "documentFamily",
  "short",
  "shortFamily",
] as const;
export type Networks = Record<(typeof NETWORKS)[number], Network>;

/** Networks that convert scores to probabilities, fitted on labeled reports. */
export interface Calibration extends Networks {
  /** Model of the form of sentences about adversary activity. */
  acts: ActModel;
  /** Probability from which a technique is reported, see `bestThreshold`. */
  sentenceThreshold: number;
  documentThreshold: number;
  /** The same for short texts, which give less evidence. */
  shortThreshold: number;
}

/** Maximum sentences of a short text. Longer texts are reports. */
const SHORT = 12;
const LONG = 40;

/**
 * Factor for the threshold of texts with a few sentences, relative to short texts. On sentences and paragraphs that
 * nothing was fitted on, F1 is the same from 0.7 to 1. A lower factor finds more techniques, and more wrong ones.
 */
const FEW_SHARE = 0.85;

/**
 * Factor for the best-F1 threshold of reports. An analyst signs their rows, so a wrong row costs more than a missing
 * one. Chosen on vendors' reports that nothing was fitted on, see "Labels of every sentence" in docs/measuring.md.
 */
const REPORT_SHARE = 1.7;

/** Returns the probability from which a text with this number of sentences reports a technique. */
export function thresholdFor(
  { documentThreshold, shortThreshold }: Calibration,
  sentences: number,
): number {
  const few = FEW_SHARE + (1 - FEW_SHARE) * reportShare(sentences);
  const length = Math.min(1, Math.max(0, (sentences - SHORT) / (LONG - SHORT)));
  return few * shortThreshold + length * (REPORT_SHARE * documentThreshold - shortThreshold);
}

/** Expected output for a candidate: 1, 0, or null if the labels leave it open. */
export type Target = 0 | 1 | null;

export interface Labelled<T> {
  item: T;
  target: Target;
  /** Number of similar candidates that this one represents. */
  weight: number;
}

export const SENTENCE_FIT = {
  members: 1,
  hidden: 16,
  epochs: 8,
  rate: 0.004,
  decay: 3e-4,
  batch: 128,
  seed: 7,
};
export const DOCUMENT_FIT = {
  members: 1,
  hidden: 16,
  epochs: 12,
  rate: 0.006,
  decay: 1e-3,
  batch: 64,
  seed: 11,
};

/** Fits one network per fold that scores candidates of sentences, on all other folds. */
export function fitSentences(folds: readonly Labelled<Candidate>[][]): Network[] {
  return fit(folds, SIGNAL_COUNT, SENTENCE_FIT);
}

/** Fits one network per fold that scores techniques of documents, on all other folds. */
export function fitDocuments(folds: readonly Labelled<DocumentUnit>[][]): Network[] {
  return fit(folds, DOCUMENT_SIGNAL_COUNT, DOCUMENT_FIT);
}

/** Fits the same networks for texts of a few sentences. */
export function fitShort(folds: readonly Labelled<DocumentUnit>[][]): Network[] {
  return fit(folds, SHORT_SIGNAL_COUNT, DOCUMENT_FIT);
}

type Folds = readonly Labelled<{ signals: Float32Array }>[][];

/** @param inputs number of leading signals to use */
function fit(folds: Folds, inputs: number, options: FitOptions): Network[] {
  return fitWithout(toCases(folds, inputs), inputs, options);
}

function toCases(folds: Folds, inputs: number): Cases {
  const known = folds.flatMap((list, fold) =>
    list.filter(({ target }) => target !== null).map((labelled) => ({ ...labelled, fold })),
  );
  const signals = new Float32Array(known.length * inputs);
  for (const [row, { item }] of known.entries())
    signals.set(item.signals.subarray(0, inputs), row * inputs);
  return {
    signals,
    targets: Float32Array.from(known, ({ target }) => target ?? 0),
    weights: Float32Array.from(known, ({ weight }) => weight),
    folds: Uint8Array.from(known, ({ fold }) => fold),
  };
}

/**
 * Returns the threshold with the best F1. For calibrated probabilities it is half of the best reachable F1 (Lipton,
 * Elkan and Naryanaswamy 2014), which is more reliable than the location of a flat maximum.
 * @param missed positives that are not among the candidates
 */
export function bestThreshold(
  pairs: readonly { probability: number; isTrue: boolean }[],
  missed: number,
): number {
  const sorted = pairs.toSorted((a, b) => b.probability - a.probability);
  const positives = sorted.filter(({ isTrue }) => isTrue).length + missed;
  let found = 0;
  let best = 0;
  for (const [index, { isTrue }] of sorted.entries()) {
    if (isTrue) found += 1;
    best = Math.max(best, (2 * found) / (index + 1 + positives));
  }
  return best / 2;
}
