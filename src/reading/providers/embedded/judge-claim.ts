import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { noSuchTechnique } from "../../../knowledge/attack/browse/no-such-object.ts";
import { activeIdsOf } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { openDocument } from "../../../text/outline/open-document.ts";
import { modelOf } from "../../analyser/explain-finding.ts";
import { topIndexes } from "../../analyser/model/top-indexes.ts";
import type { Model } from "../../analyser/model/model-file.ts";
import { scoreSentence } from "../../analyser/model/score-sentence.ts";
import type { AsideReason } from "../../recognition/acts/aside-reasons.ts";
import {
  type FoundTechnique,
  type TechniqueExplanation,
  UNEXPLAINED,
} from "../../recognition/found-technique.ts";
import { reaches } from "../../analyser/strictness.ts";
import { SILENT } from "../analysis-provider.ts";
import { createEmbeddedProvider, type Models } from "./embedded-provider.ts";

/** The embedded analyzer's verdict on the claim that a passage shows a technique. */
export const CLAIM_VERDICTS = ["supported", "possible", "set_aside", "not_supported"] as const;

export interface ClaimJudgement {
  /** The active technique that the claim was judged for. */
  attack_id: string;
  verdict: (typeof CLAIM_VERDICTS)[number];
  /** Confidence of the finding or candidate, 0 to 1. Null if the analyzer reports neither. */
  confidence: number | null;
  /** The classifier's probability of the technique, 0 to 1. Null if no model knows it. */
  probability: number | null;
  evidence: string | null;
  /** Why the technique is mentioned but not a finding. */
  set_aside: AsideReason | null;
  explanation: TechniqueExplanation;
  /** The likeliest techniques according to the classifier, without the claimed one. */
  neighbors: { attack_id: string; name: string; probability: number }[];
  /** Other techniques that the analyzer finds in the passage. */
  others: { attack_id: string; name: string; confidence: number }[];
}

const MAX_NEIGHBORS = 5;

/**
 * Judges whether a passage shows a technique, like an analysis of that passage. Stores nothing. A revoked technique is
 * replaced by its successor.
 * @throws AppError `not_found`
 */
export async function judgeClaim(
  models: Models,
  release: ReleaseIndex,
  known: KnownIds,
  claim: { passage: string; attack_id: string },
  signal: AbortSignal,
): Promise<ClaimJudgement> {
  const [attackId] = activeIdsOf(claim.attack_id, release, known);
  if (attackId === undefined) throw noSuchTechnique(claim.attack_id, release, known);
  const document = openDocument(claim.passage);
  const request = { document, release, signal, stream: false };
  const found = await createEmbeddedProvider(models).analyse(request, SILENT);
  const isIt = (one: { attack_id: string }) => one.attack_id === attackId;
  const named = found.techniques.find(isIt) ?? found.candidates.find(isIt);
  const aside = named === undefined ? found.set_aside.find(isIt) : undefined;
  const isFinding = found.techniques.some(isIt) && reaches(named?.confidence ?? 0, found.threshold);
  return {
    attack_id: attackId,
    verdict: verdictOf(isFinding, named, aside),
    confidence: named === undefined ? null : round(named.confidence),
    evidence: named?.evidence ?? (aside && document.text.slice(aside.start, aside.end)) ?? null,
    set_aside: aside?.reason ?? null,
    explanation: named?.explanation ?? UNEXPLAINED,
    ...scoreClaim(claim.passage, attackId, await models.find(release), release),
    others: found.techniques
      .filter((one) => !isIt(one) && reaches(one.confidence, found.threshold))
      .map(({ attack_id, confidence }) => ({
        ...nameOf(attack_id, release),
        confidence: round(confidence),
      })),
  };
}

function verdictOf(
  isFinding: boolean,
  named: FoundTechnique | undefined,
  aside: object | undefined,
): ClaimJudgement["verdict"] {
  if (isFinding) return "supported";
  if (named !== undefined) return "possible";
  return aside === undefined ? "not_supported" : "set_aside";
}

/** Returns the classifier's probability for the whole passage. A parent is as likely as the likeliest of its family. */
function scoreClaim(
  passage: string,
  attackId: string,
  models: readonly Model[],
  release: ReleaseIndex,
): Pick<ClaimJudgement, "probability" | "neighbors"> {
  const own = modelOf(attackId, models);
  const model = own ?? models[0];
  if (model === undefined) return { probability: null, neighbors: [] };
  const { blend } = scoreSentence(passage, model);
  const { ids, classOf, members } = model.taxonomy;
  const c = own === null ? -1 : (classOf.get(attackId) ?? -1);
  const family = c === -1 ? [] : [c, ...(members[c] ?? [])];
  const probabilityOf = (at: number) => round(Math.exp(blend[at] ?? -Infinity));
  const others = topIndexes(
    blend,
    MAX_NEIGHBORS,
    (at) => at > 0 && !family.includes(at) && release.techniques.has(ids[at] ?? ""),
  );
  return {
    probability: c === -1 ? null : Math.max(...family.map(probabilityOf)),
    neighbors: others.map((at) => ({
      ...nameOf(ids[at] ?? "", release),
      probability: probabilityOf(at),
    })),
  };
}

function nameOf(attackId: string, release: ReleaseIndex): { attack_id: string; name: string } {
  return { attack_id: attackId, name: release.techniques.get(attackId)?.name ?? attackId };
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
