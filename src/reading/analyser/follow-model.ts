import { followId } from "../../knowledge/attack/ids/follow-id.ts";
import { shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Model } from "./model/model-file.ts";
import { relabel } from "./model/taxonomy.ts";

/**
 * Returns the models that analyze reports for a release, if any. The trained model of the domain comes first, whatever
 * release it was trained on. The small model judges techniques that the trained model does not know.
 */
export async function chooseModels(
  release: ReleaseIndex,
  trained: Model | null,
  readSmall: () => Promise<Model | null>,
): Promise<Model[]> {
  const followed = trained && followModel(trained, release);
  const unknown = followed && unknownTo(followed, release);
  const small = unknown?.size === 0 ? null : await readSmall();
  const rest = small && unknown ? restrictModel(small, unknown) : small;
  return [followed, rest].filter((model) => model !== null);
}

/**
 * Returns a model that reports each class as the current technique for its id in a release. If the release has all ids,
 * returns the same object.
 */
function followModel(model: Model, release: ReleaseIndex): Model {
  const { taxonomy } = model;
  const known = shippedIds();
  const labels = taxonomy.ids.map((id) => followId(id, release, known));
  if (labels.every((label, c) => label === taxonomy.ids[c])) return model;
  // T1685 was T1562.001 in 18.1. Data about its family alone refers to T1562.
  const familyIds = labels.map(parentOf);
  return { ...model, taxonomy: relabel(taxonomy, labels, familyIds) };
}

/** Returns the release's techniques that a mapped model does not report. Usually empty. */
function unknownTo({ taxonomy }: Model, release: ReleaseIndex): Set<string> {
  const unknown = new Set(release.techniques.keys());
  for (const [c, id] of taxonomy.ids.entries()) {
    unknown.delete(id);
    if (taxonomy.hasSubs[c] === 1) unknown.delete(taxonomy.familyIds[c] ?? "");
  }
  return unknown;
}

/** Returns a model that reports only the given techniques. */
function restrictModel(model: Model, ids: ReadonlySet<string>): Model {
  const labels = model.taxonomy.ids.map((id) => (ids.has(id) ? id : ""));
  return { ...model, taxonomy: relabel(model.taxonomy, labels, labels) };
}
