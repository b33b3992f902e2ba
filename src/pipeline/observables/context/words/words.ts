import type { Cue, LabelMeaning, SectionMeaning, Words } from "../meanings.ts";
import { phraseFinder } from "../phrases.ts";
import { CHINESE } from "./chinese.ts";
import { ENGLISH_CUES } from "./english-cues.ts";
import { ENGLISH_LINKS } from "./english-links.ts";
import { ENGLISH_HARM } from "./english-harm.ts";
import { ENGLISH_HEADINGS, ENGLISH_SHORT } from "./english-headings.ts";
import { ENGLISH_LABELS } from "./english-labels.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import { RUSSIAN } from "./russian.ts";
import { SPANISH } from "./spanish.ts";

const ENGLISH: Words = {
  cues: { ...ENGLISH_HARM, ...ENGLISH_CUES, ...ENGLISH_LINKS },
  headings: ENGLISH_HEADINGS,
  shortHeadings: ENGLISH_SHORT,
  labels: ENGLISH_LABELS,
};

/** Names and hosts are the same in all languages: a text's language need not be known. */
const LANGUAGES: readonly Words[] = [ENGLISH, GERMAN, FRENCH, SPANISH, RUSSIAN, CHINESE, JAPANESE];

export const findCues = phraseFinder<Cue>(LANGUAGES.map(({ cues }) => cues));
export const findHeadingWords = phraseFinder<SectionMeaning>(
  LANGUAGES.map((words) => words.headings),
);
export const findShortHeadingWords = phraseFinder<SectionMeaning>(
  LANGUAGES.map((words) => words.shortHeadings),
);
export const findLabelWords = phraseFinder<LabelMeaning>(LANGUAGES.map(({ labels }) => labels));
