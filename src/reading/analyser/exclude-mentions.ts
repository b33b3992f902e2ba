import { compareText } from "../../platform/lib/text.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { AsideReason } from "../recognition/acts/aside-reasons.ts";
import type { CommandMention, CommandText } from "../recognition/commands/find-commands.ts";
import { judgeCommand } from "../recognition/commands/judge-commands.ts";
import type { TechniqueMention } from "../recognition/detectors.ts";
import type { AsideTechnique, FoundTechnique } from "../recognition/found-technique.ts";
import { reasonAt, type SentenceJudge } from "../recognition/acts/judge-sentences.ts";
import { sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import type { ModelAside } from "./classify-document.ts";
import type { IdJudge } from "./judge-ids.ts";

/** A mention that describes no adversary activity, with its sentence and the reason. */
export interface ExcludedMention {
  mention: TechniqueMention;
  sentence: number;
  reason: AsideTechnique["reason"];
}

/** Mentions, separated by how they count. */
export interface JudgedMentions {
  counted: TechniqueMention[];
  /** Listed ids that no label or word of the text supports. They are candidates at most. */
  unsupported: TechniqueMention[];
  aside: ExcludedMention[];
}

/**
 * Confidence of an id that no words describe. Under a label ("TTPs:") or in an unsupported language, it is an author's
 * mapping that cannot be checked: a finding, which precision mode excludes. Otherwise it is a candidate, since it may
 * be anything, such as a reference or an order.
 */
const UNDESCRIBED = { labelled: 0.6, mentioned: 0.3 } as const;

/**
 * Separates mentions whose words report adversary activity from those that are excluded. An id that occurs only in a
 * list of sources or changes still counts as the author's mapping. If it also occurs elsewhere, the list refers to that
 * place.
 */
export function judgeMentions(
  mentions: readonly TechniqueMention[],
  sentences: readonly Sentence[],
  judge: SentenceJudge,
  idJudge: IdJudge,
): JudgedMentions {
  const counted: TechniqueMention[] = [];
  const unsupported: TechniqueMention[] = [];
  const aside: ExcludedMention[] = [];
  const listed: ExcludedMention[] = [];
  for (const mention of mentions) {
    const sentence = sentenceAt(sentences, mention.start);
    const { reason, counts, support } =
      mention.hit?.kind === "id"
        ? idJudge(sentence, mention.start)
        : countsUnless(reasonAt(judge.at(sentence), mention.start));
    if (reason === null && support === "mentioned") {
      unsupported.push({ ...mention, confidence: UNDESCRIBED.mentioned, isUndescribed: true });
    } else if (reason === null && support === "labelled") {
      counted.push({ ...mention, confidence: UNDESCRIBED.labelled, isUndescribed: true });
    } else if (reason === null) counted.push(mention);
    else if (counts && support === "described") listed.push({ mention, sentence, reason });
    else aside.push({ mention, sentence, reason });
  }
  const ids = new Set(
    counted.filter(({ hit }) => hit?.kind === "id").map(({ attack_id }) => attack_id),
  );
  for (const one of listed) {
    if (ids.has(one.mention.attack_id)) aside.push(one);
    else counted.push(one.mention);
  }
  return {
    counted,
    unsupported: unsupported.filter(({ attack_id }) => !ids.has(attack_id)),
    aside,
  };
}

function countsUnless(reason: AsideReason | null) {
  return { reason, counts: reason === null, support: "described" as const };
}

/** Separates commands in the same way. Lines of code do not say who runs them. */
export function judgeCommands(
  commands: readonly CommandMention[],
  text: CommandText,
  judge: SentenceJudge,
): { counted: TechniqueMention[]; aside: ExcludedMention[] } {
  const counted: TechniqueMention[] = [];
  const aside: ExcludedMention[] = [];
  for (const mention of commands) {
    const { sentence } = mention;
    const reason = judgeCommand(mention, text, judge);
    if (reason === null) counted.push(mention);
    else aside.push({ mention, sentence, reason });
  }
  return { counted, aside };
}

/**
 * Returns techniques whose supporting passages were all excluded, by id, each with its best passage. Covers findings of
 * the model and printed ids.
 */
export function listExcluded(
  sentences: readonly Sentence[],
  byModel: readonly ModelAside[],
  mentions: readonly ExcludedMention[],
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
    .filter(({ mention }) => mention.hit?.kind !== "id" && mention.confidence > PLAIN_NAME)
    .map(({ mention, ...rest }) => ({ attack_id: followed(mention.attack_id), ...rest }));
  for (const { attack_id, sentence, reason } of [...byModel, ...printed, ...named]) {
    const span = sentences[sentence];
    if (span === undefined || found.has(attack_id) || aside.has(attack_id)) continue;
    if (release.techniques.has(attack_id)) aside.set(attack_id, { attack_id, reason, ...span });
  }
  return [...aside.values()].sort((a, b) => compareText(a.attack_id, b.attack_id));
}

/** Confidence up to which an excluded mention is not listed: a single plain word or an ambiguous command. */
const PLAIN_NAME = 0.5;
