import type { ActModel } from "./acts/act-model.ts";
import type { Candidate } from "./candidate-list.ts";
import { DOCUMENT_SIGNAL_COUNT, type DocumentUnit, SHORT_SIGNAL_COUNT } from "./document-units.ts";
import type { Network } from "./network.ts";
import { reportShare } from "./report-share.ts";
import { SIGNAL_COUNT } from "./signals.ts";
import { type Cases, type FitOptions, fitWithout } from "./train-network.ts";

/**
 * The networks of a calibration in the order of its file: for candidates of a sentence, for techniques of a report, and
 * of a text of a few sentences, of which the one sentence is all that is known. One of each is for families.
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

/** Networks from scores to probabilities, fitted on labeled reports. */
export interface Calibration extends Networks {
  /** How sentences that tell of an act are built. */
  acts: ActModel;
  /** Probabilities from which on a technique is reported, see `bestThreshold`. */
  sentenceThreshold: number;
  documentThreshold: number;
  /** The same for texts of a few sentences, where less can be known. */
  shortThreshold: number;
}

/** Sentences up to which a text is short, and from which on it is a report. */
const SHORT = 12;
const LONG = 40;

/**
 * What is asked of a few sentences, as a part of what is asked of a short text. On sentences and paragraphs that nothing
 * was fitted on, F1 is the same from 0.7 of that threshold to the whole of it: more is found, and more of it is wrong.
 */
const FEW_SHARE = 0.85;

/**
 * Multiplies the threshold of the best F1 for reports: an analyst signs their rows, so a wrong row costs more than a
 * missing one. Chosen on vendors' reports that nothing was fitted on, see "Labels of every sentence" in docs/measuring.md.
 */
const REPORT_SHARE = 1.7;

/** From which probability on a text of so many sentences reports a technique. */
export function thresholdFor(
  { documentThreshold, shortThreshold }: Calibration,
  sentences: number,
): number {
  const few = FEW_SHARE + (1 - FEW_SHARE) * reportShare(sentences);
  const length = Math.min(1, Math.max(0, (sentences - SHORT) / (LONG - SHORT)));
  return few * shortThreshold + length * (REPORT_SHARE * documentThreshold - shortThreshold);
}

/** What a candidate should give: 1, 0, or null where the labels leave it open. */
export type Target = 0 | 1 | null;

export interface Labelled<T> {
  item: T;
  target: Target;
  /** How many like it this one stands for. */
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

/** Networks that score candidates of sentences, each fitted on all folds but its own. */
export function fitSentences(folds: readonly Labelled<Candidate>[][]): Network[] {
  return fit(folds, SIGNAL_COUNT, SENTENCE_FIT);
}

/** Networks that score techniques of documents, each fitted on all folds but its own. */
export function fitDocuments(folds: readonly Labelled<DocumentUnit>[][]): Network[] {
  return fit(folds, DOCUMENT_SIGNAL_COUNT, DOCUMENT_FIT);
}

/** The same for texts of a few sentences. */
export function fitShort(folds: readonly Labelled<DocumentUnit>[][]): Network[] {
  return fit(folds, SHORT_SIGNAL_COUNT, DOCUMENT_FIT);
}

type Folds = readonly Labelled<{ signals: Float32Array }>[][];

/** @param inputs how many signals count, the first ones */
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
 * The threshold for the best F1. Where probabilities are calibrated it is half of the best F1 that
 * can be reached (Lipton, Elkan and Naryanaswamy 2014), which is surer than the place of a flat maximum.
 * @param missed positives that are no candidates
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
