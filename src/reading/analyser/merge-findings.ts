import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { FoundTechnique, TechniqueExplanation } from "../recognition/found-technique.ts";
import type { Contradiction } from "../recognition/contradictions.ts";
import { COMMAND_FINDS } from "../recognition/commands/find-commands.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import type { ModelFinding, ModelReading } from "./classify-document.ts";
import { explainFinding, modelOf } from "./explain-finding.ts";
import { mergeMentions, type PrintedTechnique, surestWithin } from "./merge-mentions.ts";
import type { Model } from "./model/model-file.ts";
import { choosePassages, type Speaking } from "./passages.ts";
import { withDescriptions } from "./described-labels.ts";
import type { SplitText } from "./widen-passage.ts";
import { warnRows } from "./warn-rows.ts";
import { removeCoveredParents } from "./remove-covered-parents.ts";

/** A text with everything found in it. */
export interface Findings extends SplitText {
  /** Mentions in descriptions of activity. */
  mentions: readonly TechniqueMention[];
  /** Printed ids without support. */
  unsupported: readonly TechniqueMention[];
  contradictions: readonly Contradiction[];
  release: ReleaseIndex;
  /** Null if the release has no model. */
  classified: ({ models: readonly Model[] } & ModelReading) | null;
}

/** Minimum probability for a sentence of the model to be a separate passage, unless it is the best one. */
const SPEAKS = 0.2;
/** Confidence of a technique that the text supports in addition to an id or instead of a contradicted one. */
const SUPPORTED = 0.95;

/**
 * Merges everything into one finding per technique, sorted by id. A printed id is the author's mapping, so it remains
 * whatever the model's score, and so does a command that means a technique. A printed name gets the model's score for
 * its sentence. It remains without a score if there is no model, the model does not know the technique or the script,
 * or the name is next to an id that it contradicts.
 */
export function mergeFindings(found: Findings): FoundTechnique[] {
  const { text, sentences, classified, contradictions, release } = found;
  const followed = followIn(found);
  const supported = new Set(contradictions.map((one) => one.supported));
  const byModel = new Map(classified?.findings.map((one) => [one.attack_id, one]));
  // A list of ids maps what the text describes elsewhere.
  const isBorneOut = ({ hit, attack_id }: TechniqueMention) =>
    hit?.kind === "id" && byModel.has(followed(attack_id));
  const standing = standingMentions(found).map((mention) =>
    supported.has(mention) || isBorneOut(mention)
      ? { ...mention, confidence: SUPPORTED, isUndescribed: false }
      : mention,
  );
  const joined = joinPrintedIds(standing, followed);
  const printed = withDescriptions(found, mergeMentions(sentences, joined));
  const ids = new Set(printed.map(({ attack_id }) => followed(attack_id)));
  const rows = [
    ...printed.map((one) => toFound(one, byModel.get(followed(one.attack_id)) ?? null, found)),
    ...[...byModel.values()]
      .filter(({ attack_id }) => !ids.has(attack_id))
      .map((finding) => toFound(null, finding, found)),
  ];
  const warned = warnRows(rows, contradictions, text, found.mentions, release);
  const printedIds = new Set(
    standing.filter(({ hit }) => hit?.kind === "id").map(({ attack_id }) => attack_id),
  );
  const merged = removeCoveredParents(warned, printedIds, release);
  return [...merged, ...mergeWeaker(found, merged)].sort((a, b) =>
    compareText(a.attack_id, b.attack_id),
  );
}

/** Adds the findings of a lower threshold, and removes none of the existing ones. */
function mergeWeaker(found: Findings, merged: readonly FoundTechnique[]): FoundTechnique[] {
  const { classified, contradictions, text, mentions, release } = found;
  const rows = unknownRows(found, classified?.weaker ?? [], merged);
  const kept = new Set(merged.map(({ attack_id }) => attack_id));
  return warnRows(rows, contradictions, text, mentions, release).filter((row) =>
    removeCoveredParents([...merged, row], kept, release).includes(row),
  );
}

/** Returns techniques below the threshold with their evidence, likeliest first, without parents of findings. */
export function mergeCandidates(
  found: Findings,
  techniques: readonly FoundTechnique[],
): FoundTechnique[] {
  const parents = new Set(techniques.map(({ attack_id }) => parentOf(attack_id)));
  const candidates = found.classified?.candidates ?? [];
  const others = candidates.filter(({ attack_id }) => !parents.has(attack_id));
  const byModel = unknownRows(found, others, techniques);
  const followed = followIn(found);
  const known = new Set(techniques.map(({ attack_id }) => followed(attack_id)));
  const weak = found.mentions.filter(
    (mention) => isWeakCommand(mention) && !parents.has(parentOf(mention.attack_id)),
  );
  const printed = mergeMentions(found.sentences, [...found.unsupported, ...weak])
    .filter(({ attack_id }) => !known.has(followed(attack_id)))
    .map((one) => toFound(one, null, found));
  const ids = new Set(printed.map(({ attack_id }) => followed(attack_id)));
  const rest = byModel.filter(({ attack_id }) => !ids.has(followed(attack_id)));
  return [...printed, ...rest].sort((x, y) => y.confidence - x.confidence);
}

/** Returns whether a command only may mean a technique, which makes it a candidate. */
function isWeakCommand({ hit, confidence }: TechniqueMention): boolean {
  return hit?.kind === "command" && confidence < COMMAND_FINDS;
}

/** Returns model results that are not among the techniques. */
function unknownRows(
  found: Findings,
  byModel: readonly ModelFinding[],
  techniques: readonly FoundTechnique[],
): FoundTechnique[] {
  const followed = followIn(found);
  const known = new Set(techniques.map(({ attack_id }) => followed(attack_id)));
  return byModel
    .filter(({ attack_id }) => !known.has(attack_id))
    .map((finding) => toFound(null, finding, found));
}

function followIn({ release }: Findings) {
  return (id: string) => release.replacements.get(id) ?? id;
}

/**
 * Joins names and commands of a technique with its printed id. A revoked id and the name of its successor become one
 * finding, which records what was replaced.
 */
function joinPrintedIds(
  mentions: readonly TechniqueMention[],
  followed: (id: string) => string,
): TechniqueMention[] {
  const printed = mentions.filter(({ hit }) => hit?.kind === "id").map((one) => one.attack_id);
  const own = new Set(printed);
  const idOf = new Map(printed.map((id) => [followed(id), id]));
  return mentions.map((mention) => {
    const { attack_id: id } = mention;
    return own.has(id) ? mention : { ...mention, attack_id: idOf.get(followed(id)) ?? id };
  });
}

function standingMentions(found: Findings): TechniqueMention[] {
  const { text, sentences, mentions, classified, contradictions } = found;
  const followed = followIn(found);
  const printedIds = new Set(
    mentions.filter(({ hit }) => hit?.kind === "id").map(({ attack_id }) => followed(attack_id)),
  );
  const supported = new Set(contradictions.map((one) => one.supported?.attack_id));
  return mentions.filter(({ attack_id, start, hit, confidence }) => {
    const id = followed(attack_id);
    if (hit?.kind === "command") return confidence >= COMMAND_FINDS;
    if (printedIds.has(id) || supported.has(id)) return true;
    if (modelOf(id, classified?.models ?? []) === null) return true;
    const sentence = sentences[sentenceAt(sentences, start)];
    return sentence !== undefined && isForeign(text.slice(sentence.start, sentence.end));
  });
}

/** Returns whether a sentence uses a script that the model was not trained on. */
function isForeign(sentence: string): boolean {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  const latin = sentence.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // One Chinese character carries as much information as several letters.
  const ideographs = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  return letters - latin + 2 * ideographs > latin;
}

/** Creates a finding from a technique's printed mentions, the model's result, or both. */
function toFound(
  printed: PrintedTechnique | null,
  byModel: ModelFinding | null,
  found: Findings,
): FoundTechnique {
  const { text, sentences } = found;
  const attack_id = printed?.attack_id ?? byModel?.attack_id ?? "";
  const speaking = [...(printed?.speaking ?? []), ...speakingOf(byModel, sentences)];
  const passages = choosePassages(found, speaking);
  const { start, end } = passages[0] ?? { start: 0, end: 0 };
  const evidence = text.slice(start, end);
  const hit = hitOf(printed, attack_id, { start, end }, found);
  return {
    attack_id,
    confidence: Math.max(printed?.confidence ?? 0, byModel?.probability ?? 0),
    evidence,
    evidence_start: start,
    evidence_end: end,
    passages,
    warnings: [],
    explanation: explainFinding(followIn(found)(attack_id), byModel, { evidence, hit }, found),
  };
}

function speakingOf(byModel: ModelFinding | null, sentences: readonly Sentence[]): Speaking[] {
  return (byModel?.unit.sentences ?? []).flatMap(({ sentence, probability }, at) => {
    const span = sentences[sentence];
    const speaks = at === 0 || probability >= SPEAKS;
    return span === undefined || !speaks ? [] : [{ ...span, weight: probability }];
  });
}

function hitOf(
  printed: PrintedTechnique | null,
  attack_id: string,
  { start, end }: Sentence,
  found: Findings,
): TechniqueExplanation["hit"] {
  const followed = followIn(found);
  const named =
    printed?.mentions ??
    found.mentions.filter((mention) => followed(mention.attack_id) === attack_id);
  const [surest] = named.toSorted((a, b) => b.confidence - a.confidence);
  return (surestWithin(named, start, end) ?? surest)?.hit ?? null;
}
