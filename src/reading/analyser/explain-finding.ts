import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import {
  type TechniqueExplanation,
  type TechniqueHit,
  type TechniqueProcedure,
  UNEXPLAINED,
} from "../recognition/found-technique.ts";
import type { ModelFinding } from "./classify-document.ts";
import { explainSentence } from "./model/explain-sentence.ts";
import type { Model } from "./model/model-file.ts";
import { nearestProcedure } from "./model/procedures/nearest-procedure.ts";
import type { Unit } from "./model/signals.ts";

/** The analyzed text and its models, which are null if the release has none. */
interface Reading {
  classified: { models: readonly Model[] } | null;
  release: ReleaseIndex;
}

/**
 * Explains why a technique is reported: by printed text, by the words of its evidence, and by the nearest procedure.
 * The last two are computed on first access, because most candidates are listed without them.
 * @param attackId of the active technique
 * @param byModel null if only its id or name is printed
 */
export function explainFinding(
  attackId: string,
  byModel: ModelFinding | null,
  { evidence, hit }: { evidence: string; hit: TechniqueHit | null },
  { classified, release }: Reading,
): TechniqueExplanation {
  const model = byModel?.model ?? modelOf(attackId, classified?.models ?? []);
  if (model === null) return { ...UNEXPLAINED, hit };
  const words = once(() =>
    byModel === null ? UNEXPLAINED : explainWords(evidence, byModel, release),
  );
  const nearest = once(() => nearestIn(evidence, unitOf(attackId, byModel, model), model, release));
  return {
    hit,
    get features() {
      return words().features;
    },
    get runners_up() {
      return words().runners_up;
    },
    get nearest_procedure() {
      return nearest();
    },
  };
}

function explainWords(
  evidence: string,
  { unit, model }: ModelFinding,
  release: ReleaseIndex,
): Pick<TechniqueExplanation, "features" | "runners_up"> {
  const { features, runners_up: others } = explainSentence(evidence, unit, model);
  return {
    features: features.map(({ words, share }) => ({ words, share: round(share) })),
    runners_up: others
      .filter(({ attack_id }) => release.techniques.has(attack_id))
      .map(({ attack_id, probability }) => ({ attack_id, probability: round(probability) })),
  };
}

/** Returns a function that computes a value on its first call. */
function once<T>(compute: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: compute() }).value;
}

/** Returns the model that judges a technique, or null if no model knows it. */
export function modelOf(attackId: string, models: readonly Model[]): Model | null {
  return models.find(({ taxonomy }) => taxonomy.classOf.has(attackId)) ?? null;
}

/** Returns the unit of a technique. A printed parent may mean all of its sub-techniques. */
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

/** Returns the name of a group, campaign or software in the release. */
function nameOf(id: string, { groups, campaigns, software }: ReleaseIndex): string | null {
  const isIt = ({ attack_id }: { attack_id: string }) => attack_id === id;
  return (groups.find(isIt) ?? campaigns.find(isIt) ?? software.find(isIt))?.name ?? null;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
