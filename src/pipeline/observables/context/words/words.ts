import { cueFinder } from "../../../../text/phrases/cue-table.ts";
import type { Cue, LabelMeaning, Words } from "../meanings.ts";
import { CHINESE } from "./chinese.ts";
import { ENGLISH_CUES } from "./english-cues.ts";
import { ENGLISH_LINKS } from "./english-links.ts";
import { ENGLISH_HARM } from "./english-harm.ts";
import { ENGLISH_LABELS } from "./english-labels.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { JAPANESE } from "./japanese.ts";
import { RUSSIAN } from "./russian.ts";
import { SPANISH } from "./spanish.ts";

const ENGLISH: Words = {
  cues: { ...ENGLISH_HARM, ...ENGLISH_CUES, ...ENGLISH_LINKS },
  labels: ENGLISH_LABELS,
};

/** Names and hosts are the same in all languages, so the language of a text need not be known. */
const LANGUAGES: readonly Words[] = [ENGLISH, GERMAN, FRENCH, SPANISH, RUSSIAN, CHINESE, JAPANESE];

export const findContextFeatures = cueFinder<Cue>(LANGUAGES.map(({ cues }) => cues));
export const findLabelWords = cueFinder<LabelMeaning>(LANGUAGES.map(({ labels }) => labels));
