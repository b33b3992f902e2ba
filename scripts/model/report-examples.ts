import type { Corpus, Example } from "../../src/reading/analyser/model/training-corpus.ts";
import type { Report } from "./labelled-reports.ts";

const SENTENCE_WEIGHT = 0.7;
const SPAN_WEIGHT = 0.7;
/** Small, since a sentence without a label may well tell of a technique that the annotators did not look for. */
const PLAIN_WEIGHT = 0.3;
/** There are so many of them that every second one will do. */
const PLAIN_STEP = 2;
const MIN_LENGTH = 20;

/** Sentences and spans of labelled reports to learn from, next to a release's own texts. */
export function toExamples(reports: readonly Report[], { techniques }: Corpus): Example[] {
  const classOf = new Map(techniques.map((id, index) => [id, index + 1]));
  const targetsOf = (ids: Iterable<string>) =>
    [...ids].map((id) => classOf.get(id) ?? 0).filter((c) => c > 0);
  return reports.flatMap(({ sentences, gold, spans, isDense, open }) => [
    ...sentences
      .map((text, at) => {
        const targets = targetsOf(gold[at] ?? []);
        const weight = targets.length > 0 ? SENTENCE_WEIGHT : PLAIN_WEIGHT;
        return {
          text,
          targets,
          weight,
          open: targetsOf(open?.[at] ?? []),
          isOpen: targets.length === 0 && (open?.[at]?.size ?? 0) > 0,
        };
      })
      .filter(({ isOpen }) => !isOpen)
      .filter(({ targets }, at) => targets.length > 0 || isDense || at % PLAIN_STEP === 0)
      .filter(({ text }) => text.length >= MIN_LENGTH),
    ...spans.map(({ text, technique }) => ({
      text,
      targets: targetsOf([technique]),
      weight: SPAN_WEIGHT,
    })),
  ]);
}
