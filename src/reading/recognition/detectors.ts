import { derive } from "../../platform/lib/derive.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { TechniqueHit } from "./found-technique.ts";
import type { Span } from "../../text/document/document.ts";
import { buildGroupNames, type GroupNames } from "./group-names.ts";
import type { IdHit } from "../../text/tokens/technique-ids.ts";
import { stripParentLabels } from "./strip-parent-labels.ts";
import { buildTechniqueNames, findTechniqueNames, type NameForm } from "./technique-names.ts";
import type { TechniqueNames } from "./technique-names.ts";
import type { Token } from "../../text/tokens/tokens.ts";

/** Part of the text with its words, printed ids and sentences; all offsets count from the start of this part. */
export interface Passage {
  text: string;
  tokens: readonly Token[];
  ids: readonly IdHit[];
  sentences: readonly Span[];
}

/** One reason to name a technique; `hit` is null when no id or name is printed there. */
export interface TechniqueMention extends Span {
  attack_id: string;
  /** How sure this mention alone makes, 0..1. */
  confidence: number;
  hit: TechniqueHit | null;
  /** A printed id that no words describe: repeating it says no more. */
  isUndescribed?: boolean;
}

/** What detectors look for in one release. */
export interface Lexicon {
  techniqueNames: TechniqueNames;
  groupNames: GroupNames;
}

/** Finds techniques in a passage, in any order. Pure; linear in the passage. */
export type Detector = (passage: Passage, lexicon: Lexicon) => TechniqueMention[];

/** A printed id is the author's own mapping; names say less the more ordinary they are. */
const ID_CONFIDENCE = 0.95;
const NAME_CONFIDENCE: Record<NameForm, number> = { full: 0.9, name: 0.75, word: 0.5 };

const detectIds: Detector = ({ text, ids }) =>
  ids.map(({ attack_id, start, end }) => ({
    attack_id,
    start,
    end,
    confidence: ID_CONFIDENCE,
    hit: { kind: "id", text: text.slice(start, end) },
  }));

const detectNames: Detector = ({ text, tokens, ids, sentences }, { techniqueNames }) => {
  const names = findTechniqueNames(text, tokens, sentences, techniqueNames);
  return stripParentLabels(text, names, ids).map(({ attack_id, form, start, end }) => ({
    attack_id,
    start,
    end,
    confidence: NAME_CONFIDENCE[form],
    hit: { kind: "name", text: text.slice(start, end) },
  }));
};

/** All of them; their mentions are merged per technique. To add one is to add it here. */
export const DETECTORS: readonly Detector[] = [detectIds, detectNames];

/** The lexicon of a release, built at first use and kept as long as the index itself. */
export const lexiconOf = derive((release: ReleaseIndex): Lexicon => ({
  techniqueNames: buildTechniqueNames(release),
  groupNames: buildGroupNames(release.groups, release.software),
}));
