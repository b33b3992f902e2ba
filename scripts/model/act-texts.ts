import type { ActSample } from "../../src/reading/analyser/model/acts/train-acts.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../src/text/sentences/sentences.ts";
import type { Report } from "./labelled-reports.ts";
import type { OwnSentence } from "./own-sentences.ts";
import { toPlain } from "./plain-text.ts";

/** How much a sentence of each kind counts: of some it is not sure on which side they stand. */
const WEIGHTS = {
  procedure: 0.5,
  own: 1,
  ownNone: 6,
  marked: 0.7,
  unmarked: 0.25,
  guidance: 0.5,
  definition: 0.5,
  background: 0.3,
  name: 1,
} as const;

/**
 * Sentences that tell of an act (procedures, our own, those marked in reports) and that do not: advice and
 * detection guidance, definitions, headings, what is known of a group, what annotators left unmarked.
 */
export function actSamples(
  { uses, techniques, groups, software, campaigns }: ReleaseContent,
  guidance: readonly string[],
  own: readonly OwnSentence[],
  reports: readonly Report[],
): ActSample[] {
  const of = (texts: readonly (string | null)[], isAct: boolean, weight: number): ActSample[] =>
    texts
      .flatMap((text) => (text === null ? [] : cut(toPlain(text))))
      .map((text) => ({ text, isAct, weight }));
  const marked = reports.flatMap(({ sentences, gold, open, isDense }) =>
    sentences.flatMap((text, at) => {
      const isAct = (gold[at]?.size ?? 0) > 0;
      if (!isAct && (open?.[at]?.size ?? 0) > 0) return [];
      return { text, isAct, weight: isAct || isDense ? WEIGHTS.marked : WEIGHTS.unmarked };
    }),
  );
  const ofOwn = (isAct: boolean) =>
    own.filter(({ attack_id }) => (attack_id !== null) === isAct).map(({ text }) => text);
  const backgrounds = [...groups, ...software, ...campaigns].map(({ description }) => description);
  return [
    ...of(
      uses.map(({ description }) => description),
      true,
      WEIGHTS.procedure,
    ),
    ...of(ofOwn(true), true, WEIGHTS.own),
    ...of(ofOwn(false), false, WEIGHTS.ownNone),
    ...of(guidance, false, WEIGHTS.guidance),
    ...of(
      techniques.map(({ description }) => description),
      false,
      WEIGHTS.definition,
    ),
    ...of(backgrounds, false, WEIGHTS.background),
    ...techniques.map(({ name }) => ({ text: name, isAct: false, weight: WEIGHTS.name })),
    ...marked,
  ];
}

function cut(text: string): string[] {
  return splitSentences(outlineText(text))
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence.length > 15);
}
