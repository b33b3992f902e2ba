import { compareText } from "../../platform/lib/text.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { AsideTechnique, FoundTechnique } from "../recognition/found-technique.ts";
import { reasonAt, type SentenceJudge } from "../recognition/judge-sentences.ts";
import { sentenceAt, type Sentence } from "../recognition/sentences.ts";
import type { ModelAside } from "./classify-document.ts";

/** A mention that tells of no act, with its sentence and why. */
export interface AsideMention {
  mention: TechniqueMention;
  sentence: number;
  reason: AsideTechnique["reason"];
}

/** Parts the mentions that stand where something is done from those that do not. */
export function judgeMentions(
  mentions: readonly TechniqueMention[],
  sentences: readonly Sentence[],
  judge: SentenceJudge,
): { standing: TechniqueMention[]; aside: AsideMention[] } {
  const standing: TechniqueMention[] = [];
  const aside: AsideMention[] = [];
  for (const mention of mentions) {
    const sentence = sentenceAt(sentences, mention.start);
    const reason =
      mention.hit?.kind === "id"
        ? judge.ofPrintedId(sentence, mention.start)
        : reasonAt(judge.at(sentence), mention.start);
    if (reason === null) standing.push(mention);
    else aside.push({ mention, sentence, reason });
  }
  return { standing, aside };
}

/**
 * Techniques of which every passage that speaks for them was set aside, by id, each with its best
 * passage: what the model would have reported, and printed ids.
 */
export function listSetAside(
  sentences: readonly Sentence[],
  byModel: readonly ModelAside[],
  mentions: readonly AsideMention[],
  techniques: readonly FoundTechnique[],
  release: ReleaseIndex,
): AsideTechnique[] {
  const followed = (id: string) => release.replacements.get(id) ?? id;
  const found = new Set(techniques.map(({ attack_id }) => followed(attack_id)));
  const aside = new Map<string, AsideTechnique>();
  const printed = mentions
    .filter(({ mention }) => mention.hit?.kind === "id")
    .map(({ mention, ...rest }) => ({ attack_id: followed(mention.attack_id), ...rest }));
  const named = mentions
    .filter(({ mention }) => mention.hit?.kind === "name" && mention.confidence > PLAIN_NAME)
    .map(({ mention, ...rest }) => ({ attack_id: followed(mention.attack_id), ...rest }));
  for (const { attack_id, sentence, reason } of [...byModel, ...printed, ...named]) {
    const span = sentences[sentence];
    if (span === undefined || found.has(attack_id) || aside.has(attack_id)) continue;
    if (release.techniques.has(attack_id)) aside.set(attack_id, { attack_id, reason, ...span });
  }
  return [...aside.values()].sort((a, b) => compareText(a.attack_id, b.attack_id));
}

/** A single plain word says too little to be missed by anybody. */
const PLAIN_NAME = 0.5;
