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

/** Part of a text with its words, printed ids and sentences. All offsets are relative to its start. */
export interface Passage {
  text: string;
  tokens: readonly Token[];
  ids: readonly IdHit[];
  sentences: readonly Span[];
}

/** One reason to report a technique. `hit` is null if no id or name is printed there. */
export interface TechniqueMention extends Span {
  attack_id: string;
  /** Confidence from this mention alone, 0..1. */
  confidence: number;
  hit: TechniqueHit | null;
  /** Set for a printed id that no words describe. Repeating it adds no confidence. */
  isUndescribed?: boolean;
}

/** The names and ids of one release that detectors look for. */
export interface Lexicon {
  techniqueNames: TechniqueNames;
  groupNames: GroupNames;
}

/** Finds techniques in a passage, in any order. Pure, and linear in the passage. */
export type Detector = (passage: Passage, lexicon: Lexicon) => TechniqueMention[];

/** Confidence of a printed id, the author's mapping. More ordinary names have less confidence. */
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

/** All detectors. Their mentions are merged per technique. To add a detector, add it here. */
export const DETECTORS: readonly Detector[] = [detectIds, detectNames];

/** The lexicon of a release, built at first use and cached for the lifetime of the index. */
export const lexiconOf = derive((release: ReleaseIndex): Lexicon => ({
  techniqueNames: buildTechniqueNames(release),
  groupNames: buildGroupNames(release.groups, release.software),
}));
