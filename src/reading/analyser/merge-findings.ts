import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { FoundTechnique, TechniqueExplanation } from "../recognition/found-technique.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { ModelFinding } from "./classify-document.ts";
import { mergeMentions } from "./merge-mentions.ts";
import type { Model } from "./model/model-file.ts";
import { explainSentence } from "./model/explain-sentence.ts";
import { sentenceAt, type Sentence } from "../recognition/sentences.ts";

/** A text with all that was found in it. */
export interface Findings {
  text: string;
  sentences: readonly Sentence[];
  mentions: readonly TechniqueMention[];
  release: ReleaseIndex;
  /** Null where the release has no model. */
  classified: { model: Model; findings: readonly ModelFinding[] } | null;
}

/**
 * One finding per technique, sorted by id. A printed id is the author's own mapping and stands
 * whatever the model thinks of it. A printed name counts as much as the model makes of its
 * sentence; without a model, for a technique that it does not know, or in a script that it was not
 * trained on, it stands as well.
 */
export function mergeFindings(found: Findings): FoundTechnique[] {
  const { text, sentences, mentions, classified } = found;
  const followed = (id: string) => found.release.replacements.get(id) ?? id;
  const printedIds = new Set(
    mentions.filter(({ hit }) => hit?.kind === "id").map(({ attack_id }) => followed(attack_id)),
  );
  const standing = mentions.filter(({ attack_id, start }) => {
    const id = followed(attack_id);
    if (printedIds.has(id) || classified?.model.taxonomy.classOf.has(id) !== true) return true;
    const sentence = sentences[sentenceAt(sentences, start)];
    return sentence !== undefined && isForeign(text.slice(sentence.start, sentence.end));
  });
  const findings = mergeMentions(text, sentences, standing);
  if (classified === null) return findings;
  const byId = new Map(classified.findings.map((finding) => [finding.attack_id, finding]));
  const printed = new Set(findings.map(({ attack_id }) => followed(attack_id)));
  return [
    ...findings.map((finding) => strengthen(finding, byId.get(followed(finding.attack_id)), found)),
    ...classified.findings
      .filter(({ attack_id }) => !printed.has(attack_id))
      .map((finding) => toFound(finding, found, followed)),
  ].sort((a, b) => compareText(a.attack_id, b.attack_id));
}

/** Whether a sentence is written in another script than the texts that the model learned from. */
function isForeign(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // A Chinese character says as much as several letters.
  const ideographs = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters - latin + 2 * ideographs > latin;
}

/** A printed technique with what the model has to say about it. */
function strengthen(
  finding: FoundTechnique,
  byModel: ModelFinding | undefined,
  found: Findings,
): FoundTechnique {
  if (byModel === undefined) return finding;
  const confidence = Math.max(finding.confidence, byModel.probability);
  const explanation = explainIn(byModel, finding.evidence, finding.explanation.hit, found);
  return { ...finding, confidence, explanation };
}

function toFound(
  finding: ModelFinding,
  found: Findings,
  followed: (id: string) => string,
): FoundTechnique {
  const { start, end } = found.sentences[finding.sentence] ?? { start: 0, end: 0 };
  const evidence = found.text.slice(start, end);
  const named = found.mentions
    .filter(({ attack_id }) => followed(attack_id) === finding.attack_id)
    .toSorted((a, b) => b.confidence - a.confidence);
  const within = named.find((mention) => mention.start >= start && mention.end <= end);
  const hit = (within ?? named[0])?.hit ?? null;
  return {
    attack_id: finding.attack_id,
    confidence: finding.probability,
    evidence,
    evidence_start: start,
    evidence_end: end,
    explanation: explainIn(finding, evidence, hit, found),
  };
}

function explainIn(
  { unit }: ModelFinding,
  evidence: string,
  hit: TechniqueExplanation["hit"],
  { classified, release }: Findings,
): TechniqueExplanation {
  if (classified === null) return { hit, features: [], runners_up: [] };
  const { features, runners_up: others } = explainSentence(evidence, unit, classified.model);
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    hit,
    features: features.map(({ words, share }) => ({ words, share: round(share) })),
    runners_up: others
      .filter(({ attack_id }) => release.techniques.has(attack_id))
      .map(({ attack_id, probability }) => ({ attack_id, probability: round(probability) })),
  };
}
