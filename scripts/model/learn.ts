import type { ActModel } from "../../src/reading/analyser/model/acts/act-model.ts";
import { trainActs } from "../../src/reading/analyser/model/acts/train-acts.ts";
import type { Encoder } from "../../src/reading/analyser/model/encoder/encoder.ts";
import type { Weights } from "../../src/reading/analyser/model/score-sentence.ts";
import type { Corpus, Example } from "../../src/reading/analyser/model/training-corpus.ts";
import { trainWeights } from "../../src/reading/analyser/model/train-weights.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { actSamples } from "./act-texts.ts";
import type { Encoders } from "./encoder/read-net.ts";
import type { WordVectors } from "./encoder/read-word-vectors.ts";
import type { Report } from "./labelled-reports.ts";
import { ownExamples, type OwnSentence } from "./own-sentences.ts";
import { type PairSentence, pairExamples } from "./pairs.ts";
import { toExamples } from "./report-examples.ts";
import { toPlain } from "./plain-text.ts";
import type { ShortTexts } from "./short-texts.ts";

/** What a model is trained on. */
export interface Source {
  content: ReleaseContent;
  corpus: Corpus;
  vectors: WordVectors;
  /** Trained before, on all of this and on TRAM's reports; for Enterprise 19.1. */
  encoders: Encoders;
  own: readonly OwnSentence[];
  /** Texts by which defenders are told what to do or to look for. */
  guidance: readonly string[];
  short: ShortTexts;
  /** Sentences in minimal pairs. */
  pairs: readonly PairSentence[];
  /** What experts drew from reports and wrote down as actions. */
  actions: readonly OwnSentence[];
}

/** What is learned before it is calibrated. */
export interface Learned {
  weights: Weights;
  acts: ActModel;
}

/** Which titles are learned from; a short text's title is the text itself, a paragraph's its lines. */
export type IsTaken = (title: string) => boolean;

/**
 * Weights from the release, our own sentences and reports.
 * @param encoder one that was trained on none of the texts that are not taken
 * @throws Error when the encoder is of another release
 */
export function learnWeights(
  source: Source,
  reports: readonly Report[],
  isTaken: IsTaken = () => true,
  encoder: Encoder | null = null,
): Weights {
  const classes = source.corpus.techniques.length + 1;
  if (encoder !== null && encoder.bias.length !== classes)
    throw new Error("The encoder knows another release: train it anew, see train_encoder.py.");
  const { examples, extra } = examplesOf(source, reports, isTaken);
  return trainWeights({ ...source.corpus, examples }, encoder, extra);
}

/** What weights are learned from: texts of the release, and all others. */
export function examplesOf(
  source: Source,
  reports: readonly Report[],
  isTaken: IsTaken = () => true,
): { examples: Example[]; extra: Example[] } {
  const { corpus, own, pairs, actions } = source;
  const isFree = freeTexts(source, isTaken);
  const extra = [
    ...ownExamples(
      own.filter(({ text }) => isFree(text)),
      corpus,
    ),
    ...ownExamples(actions, corpus),
    ...pairExamples(
      pairs.filter(({ text }) => isFree(text)),
      corpus,
    ),
    ...toExamples(
      reports.filter(({ title }) => isTaken(title)),
      corpus,
    ),
  ];
  return { examples: corpus.examples.filter(({ text }) => isFree(text)), extra };
}

/** What tells acts from what is none, from the same and from guidance. */
export function learnActs(
  source: Source,
  reports: readonly Report[],
  isTaken: IsTaken = () => true,
): ActModel {
  const { content, guidance, own, pairs, actions } = source;
  const isFree = freeTexts(source, isTaken);
  const uses = content.uses.filter(
    ({ description }) => description === null || isFree(description),
  );
  return trainActs(
    actSamples(
      { ...content, uses },
      guidance.filter(isFree),
      [
        ...own.filter(({ text }) => isFree(text)),
        ...actions,
        ...pairs
          .filter(({ text, open }) => open.length === 0 && isFree(text))
          .map(({ text, ids }) => ({ text, attack_id: ids[0] ?? null })),
      ],
      reports.filter(({ title }) => isTaken(title)),
    ),
  );
}

/** Whether not all lines of a text are in short texts that are not taken. */
export function freeTexts({ short }: Source, isTaken: IsTaken): (text: string) => boolean {
  const held = new Set(
    Object.values(short)
      .flat()
      .filter(({ title }) => !isTaken(title))
      .flatMap(({ title }) => title.split("\n")),
  );
  return (text) =>
    !toPlain(text)
      .split("\n")
      .every((line) => held.has(line));
}
