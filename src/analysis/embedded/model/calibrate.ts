import type { DocumentUnit } from "./document-score.ts";
import { DOCUMENT_SIGNAL_COUNT } from "./document-score.ts";
import { fitNetwork, type Cases, type Network } from "./network.ts";
import type { Candidate } from "./read-document.ts";
import { SIGNAL_COUNT } from "./signals.ts";

/** Networks from scores to probabilities, fitted on labelled reports. */
export interface Calibration {
  sentence: Network;
  sentenceFamily: Network;
  document: Network;
  documentFamily: Network;
  /** Probabilities from which on a technique is reported, see `bestThreshold`. */
  sentenceThreshold: number;
  documentThreshold: number;
}

/** A calibration as JSON; numbers keep the digits that a 32-bit float has. */
export function encodeCalibration(calibration: Calibration): string {
  const list = (values: Float32Array) =>
    Array.from(values, (value) => Number(value.toPrecision(7)));
  const network = ({ inputs, hidden, mean, deviation, weights }: Network) => ({
    ...{ inputs, hidden, mean: list(mean), deviation: list(deviation), weights: list(weights) },
  });
  const { sentence, sentenceFamily, document, documentFamily, ...thresholds } = calibration;
  return `${JSON.stringify({
    sentence: network(sentence),
    sentenceFamily: network(sentenceFamily),
    document: network(document),
    documentFamily: network(documentFamily),
    ...thresholds,
  })}\n`;
}

interface StoredNetwork {
  inputs: number;
  hidden: number;
  mean: number[];
  deviation: number[];
  weights: number[];
}

type Thresholds = Pick<Calibration, "sentenceThreshold" | "documentThreshold">;
type StoredCalibration = Thresholds &
  Record<Exclude<keyof Calibration, keyof Thresholds>, StoredNetwork>;

/** Reads what `encodeCalibration` wrote; the file belongs to the program and is believed. */
export function decodeCalibration(json: string): Calibration {
  const stored = JSON.parse(json) as StoredCalibration;
  const network = ({ inputs, hidden, mean, deviation, weights }: StoredNetwork): Network => ({
    inputs,
    hidden,
    mean: Float32Array.from(mean),
    deviation: Float32Array.from(deviation),
    weights: Float32Array.from(weights),
  });
  const { sentenceThreshold, documentThreshold } = stored;
  return {
    sentence: network(stored.sentence),
    sentenceFamily: network(stored.sentenceFamily),
    document: network(stored.document),
    documentFamily: network(stored.documentFamily),
    ...{ sentenceThreshold, documentThreshold },
  };
}

/** What a candidate should give: 1, 0, or null where the labels do not tell. */
export type Target = 0 | 1 | null;

export interface Labelled<T> {
  item: T;
  target: Target;
  /** How many like it this one stands for. */
  weight: number;
}

const SENTENCE_FIT = {
  members: 3,
  hidden: 16,
  epochs: 8,
  rate: 0.004,
  decay: 3e-4,
  batch: 128,
  seed: 7,
};
const DOCUMENT_FIT = {
  members: 3,
  hidden: 8,
  epochs: 40,
  rate: 0.006,
  decay: 3e-4,
  batch: 64,
  seed: 11,
};

/** The network that judges candidates of sentences. */
export function fitSentences(labelled: readonly Labelled<Candidate>[]): Network {
  return fitNetwork(
    toCases(labelled, ({ signals }) => signals),
    SIGNAL_COUNT,
    SENTENCE_FIT,
  );
}

/** The network that judges techniques of documents. */
export function fitDocuments(labelled: readonly Labelled<DocumentUnit>[]): Network {
  return fitNetwork(
    toCases(labelled, ({ signals }) => signals),
    DOCUMENT_SIGNAL_COUNT,
    DOCUMENT_FIT,
  );
}

function toCases<T>(labelled: readonly Labelled<T>[], signalsOf: (item: T) => Float32Array): Cases {
  const known = labelled.filter(({ target }) => target !== null);
  const inputs = known[0] === undefined ? 0 : signalsOf(known[0].item).length;
  const signals = new Float32Array(known.length * inputs);
  for (const [row, { item }] of known.entries()) signals.set(signalsOf(item), row * inputs);
  return {
    signals,
    targets: Float32Array.from(known, ({ target }) => target ?? 0),
    weights: Float32Array.from(known, ({ weight }) => weight),
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
