import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import { resolveId } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import type { Model } from "./model/model-file.ts";
import { relabel } from "./model/taxonomy.ts";

/**
 * The models that judge for a release, each of them techniques of its own: the trained one of its domain,
 * whatever release it was trained on, and the small one for what that does not know; or none.
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
 * The model as it judges for a release other than the one it was trained on: each class is reported as the
 * technique that its id leads to there. Where all ids are the release's own it is the very same model.
 */
function followModel(model: Model, release: ReleaseIndex): Model {
  const { taxonomy } = model;
  const known = shippedIds();
  const labels = taxonomy.ids.map((id) => follow(id, release, known));
  if (labels.every((label, c) => label === taxonomy.ids[c])) return model;
  // T1685 was T1562.001 in 18.1; what is known of its family alone was T1562.
  const familyIds = labels.map(parentOf);
  return { ...model, taxonomy: relabel(taxonomy, labels, familyIds) };
}

/** The techniques of a release that a model, followed to it, does not report; empty for most. */
function unknownTo({ taxonomy }: Model, release: ReleaseIndex): Set<string> {
  const unknown = new Set(release.techniques.keys());
  for (const [c, id] of taxonomy.ids.entries()) {
    unknown.delete(id);
    if (taxonomy.hasSubs[c] === 1) unknown.delete(taxonomy.familyIds[c] ?? "");
  }
  return unknown;
}

/** A model that reports only some of its techniques. */
function restrictModel(model: Model, ids: ReadonlySet<string>): Model {
  const labels = model.taxonomy.ids.map((id) => (ids.has(id) ? id : ""));
  return { ...model, taxonomy: relabel(model.taxonomy, labels, labels) };
}

/**
 * The active technique that an id leads to in a release, or an empty text. One that the release does not have
 * yet is what became it; a new sub-technique without such a predecessor is an act of its technique.
 */
function follow(id: string, release: ReleaseIndex, known: KnownIds): string {
  const meaning = resolveId(id, release, known);
  switch (meaning.kind) {
    case "active":
      return id;
    case "followed":
      return oneOf(meaning.successors, id, release, known);
    case "elsewhere": {
      const { relation, called } = meaning.technique;
      if (relation !== "newer") return "";
      const parent = parentOf(id);
      const former = oneOf(
        called.map(({ attack_id }) => attack_id),
        id,
        release,
        known,
      );
      return former === "" && release.techniques.has(parent) ? parent : former;
    }
    default:
      return "";
  }
}

/** Of several techniques the one that goes by the same name, else the first. */
function oneOf(
  ids: readonly string[],
  id: string,
  { domain, techniques }: ReleaseIndex,
  known: KnownIds,
): string {
  const name = known.find(id, domain)?.releases.at(-1)?.name;
  return ids.find((one) => techniques.get(one)?.name === name) ?? ids[0] ?? "";
}
