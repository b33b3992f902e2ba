import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type {
  TechniqueExplanation,
  TechniqueHit,
  TechniqueProcedure,
} from "../recognition/found-technique.ts";
import type { ModelFinding } from "./classify-document.ts";
import { explainSentence } from "./model/explain-sentence.ts";
import type { Model } from "./model/model-file.ts";
import { nearestProcedure } from "./model/procedures/nearest-procedure.ts";
import type { Unit } from "./model/signals.ts";

/** What is read, by which models: null where the release has none. */
interface Reading {
  classified: { models: readonly Model[] } | null;
  release: ReleaseIndex;
}

/**
 * Why a technique is named: by what is printed, by the words of its evidence, by the nearest procedure.
 * @param attackId of the active technique
 * @param byModel null where only its id or name is printed
 */
export function explainFinding(
  attackId: string,
  byModel: ModelFinding | null,
  { evidence, hit }: { evidence: string; hit: TechniqueHit | null },
  { classified, release }: Reading,
): TechniqueExplanation {
  const model = byModel?.model ?? modelOf(attackId, classified?.models ?? []);
  if (model === null) return { hit, features: [], runners_up: [], nearest_procedure: null };
  const nearest_procedure = nearestIn(evidence, unitOf(attackId, byModel, model), model, release);
  if (byModel === null) return { hit, features: [], runners_up: [], nearest_procedure };
  const { features, runners_up: others } = explainSentence(evidence, byModel.unit, model);
  return {
    hit,
    features: features.map(({ words, share }) => ({ words, share: round(share) })),
    runners_up: others
      .filter(({ attack_id }) => release.techniques.has(attack_id))
      .map(({ attack_id, probability }) => ({ attack_id, probability: round(probability) })),
    nearest_procedure,
  };
}

/** The model that judges a technique; null where none knows it. */
export function modelOf(attackId: string, models: readonly Model[]): Model | null {
  return models.find(({ taxonomy }) => taxonomy.classOf.has(attackId)) ?? null;
}

/** A parent that is printed may be meant with all of its sub-techniques. */
function unitOf(attackId: string, byModel: ModelFinding | null, { taxonomy }: Model): Unit {
  if (byModel !== null) return byModel.unit;
  const c = taxonomy.classOf.get(attackId) ?? 0;
  return { c, isFamily: taxonomy.hasSubs[c] === 1 };
}

function nearestIn(
  evidence: string,
  { c, isFamily }: Unit,
  model: Model,
  release: ReleaseIndex,
): TechniqueProcedure | null {
  const classes = isFamily ? (model.taxonomy.members[c] ?? []) : [c];
  const isKnown = (id: string) => nameOf(id, release) !== null;
  const nearest = nearestProcedure(evidence, classes, model, isKnown);
  if (nearest === null) return null;
  const { source_id, similarity, words } = nearest;
  const name = nameOf(source_id, release) ?? source_id;
  return { source_id, name, similarity: round(similarity), words };
}

/** The name of a group, campaign or software in the release. */
function nameOf(id: string, { groups, campaigns, software }: ReleaseIndex): string | null {
  const isIt = ({ attack_id }: { attack_id: string }) => attack_id === id;
  return (groups.find(isIt) ?? campaigns.find(isIt) ?? software.find(isIt))?.name ?? null;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
