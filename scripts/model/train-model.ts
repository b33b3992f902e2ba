import type { Calibration } from "../../src/reading/analyser/model/calibrate.ts";
import type { SIGNALS } from "../../src/reading/analyser/model/signals.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Encoder } from "../../src/reading/analyser/model/encoder/encoder.ts";
import { fitCalibration, foldOf } from "./fit-calibration.ts";
import { labelSpace, type LabelSpace } from "./label-space.ts";
import type { Report } from "./labelled-reports.ts";
import { type IsTaken, learnActs, type Learned, learnWeights, type Source } from "./learn.ts";
import { blankSignals, blankParagraphs, ignoreBlanks } from "./leave-out-signals.ts";
import { readAll, readShort } from "./read-for-calibration.ts";
import { filterShort } from "./short-texts.ts";
import type { Steps } from "./steps.ts";

export interface Trained {
  weights: Weights;
  calibration: Calibration;
}

/** What a model consists of; what is left out shows by its absence what it is worth. */
export interface Parts {
  /** The network that reads words in their order. */
  encoder: boolean;
  /** Our own sentences, to learn from and to calibrate on. */
  own: boolean;
  /** Short texts to calibrate on. */
  short: boolean;
  /** What a sentence says together with its neighbours. */
  context: boolean;
  /** What the sentences of a paragraph say together. */
  paragraphs: boolean;
  /** Whether a sentence is built like one that tells of an act. */
  acts: boolean;
}

export const ALL_PARTS: Parts = {
  encoder: true,
  own: true,
  short: true,
  context: true,
  paragraphs: true,
  acts: true,
};

/** For calibrating: no text is read by what was trained on it. */
export interface Folded {
  whole: Learned;
  /** Each trained on all folds but the one at its place. */
  without: Learned[];
}

export const FOLDS = 4;

type Signal = (typeof SIGNALS)[number];
const CONTEXT: readonly Signal[] = [
  "context",
  "context_margin",
  "context_rank",
  "context_over_none",
];
const ACTS: readonly Signal[] = ["act"];

/** Steps that `trainFolds` tells of, `calibrateFolds`, and both together. */
export const FOLD_STEPS = FOLDS + 1;
export const CALIBRATION_STEPS = 1;
export const TRAIN_STEPS = FOLD_STEPS + CALIBRATION_STEPS;

/**
 * Weights from a release, our own sentences and reports; of the parts, only our own sentences and the encoder show in it.
 * @param learned reports to learn weights from
 */
export function trainFolds(
  source: Source,
  learned: readonly Report[],
  steps: Steps,
  parts: Parts = ALL_PARTS,
): Folded {
  const given = parts.own ? source : withoutOwn(source);
  const { whole, without: encoders } = given.encoders;
  const learn = (encoder: Encoder | null = null, isTaken?: IsTaken): Learned => ({
    weights: learnWeights(given, learned, isTaken, parts.encoder ? encoder : null),
    acts: learnActs(given, learned, isTaken),
  });
  const without = Array.from({ length: FOLDS }, (_, fold) => {
    steps.next(`fold ${fold + 1} of ${FOLDS}`);
    return learn(encoders[fold], (title) => foldOf({ title }, FOLDS) !== fold);
  });
  steps.next("weights");
  return { whole: learn(whole), without };
}

/**
 * A calibration on texts that the judging weights have not seen.
 * @param calibrated reports to calibrate on
 */
export function calibrateFolds(
  { whole, without }: Folded,
  source: Source,
  calibrated: readonly Report[],
  space: LabelSpace,
  steps: Steps,
  parts: Parts = ALL_PARTS,
): Trained {
  steps.next("calibration");
  const { corpus, short } = parts.own ? source : withoutOwn(source);
  const everything = labelSpace(corpus.techniques);
  const reduce = ({ weights, acts }: Learned): Learned =>
    parts.encoder ? { weights, acts } : { weights: { ...weights, encoder: null }, acts };
  const read = without.flatMap((one, fold) => {
    const learned = reduce(one);
    const isHeld = (report: Report) => foldOf(report, FOLDS) === fold;
    return [
      ...readAll(calibrated.filter(isHeld), learned, space, everything),
      ...(parts.short ? readShort(filterShort(short, isHeld), learned, everything) : []),
    ];
  });
  const blank = [...(parts.context ? [] : CONTEXT), ...(parts.acts ? [] : ACTS)];
  for (const { reading } of read) {
    blankSignals(reading, blank);
    if (!parts.paragraphs) blankParagraphs(reading);
  }
  const { weights, acts } = reduce(whole);
  const calibration = fitCalibration(read, weights.taxonomy, acts);
  const isBlank = blank.length > 0 || !parts.paragraphs;
  return { weights, calibration: isBlank ? ignoreBlanks(calibration) : calibration };
}

/**
 * Calibrates a small model on reports and our own sentences, which it never learns from.
 * @param folded what tells acts from what is none is taken from here
 */
export function calibrateSmall(
  weights: Weights,
  { whole, without }: Folded,
  { corpus, short }: Source,
  calibrated: readonly Report[],
  space: LabelSpace,
): Trained {
  const everything = labelSpace(corpus.techniques);
  const read = without.flatMap(({ acts }, fold) => {
    const isHeld = (report: Report) => foldOf(report, FOLDS) === fold;
    return [
      ...readAll(calibrated.filter(isHeld), { weights, acts }, space, everything),
      ...readShort(
        filterShort({ ...short, procedures: [] }, isHeld),
        { weights, acts },
        everything,
      ),
    ];
  });
  return { weights, calibration: fitCalibration(read, weights.taxonomy, whole.acts) };
}

function withoutOwn(source: Source): Source {
  return {
    ...source,
    own: [],
    pairs: [],
    short: { ...source.short, own: [], paragraphs: [], pairs: [] },
  };
}
