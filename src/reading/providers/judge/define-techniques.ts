import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { parentOf } from "../../../knowledge/attack/technique-id.ts";
import type { FoundTechnique } from "../../recognition/found-technique.ts";
import type { Definition } from "./judge-prompt.ts";

/** Descriptions of techniques in a release. */
export interface TechniqueDescriptions {
  /** Returns descriptions by id. Techniques without one are omitted. */
  describe(releaseId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Maximum characters of a description in a prompt. */
const MAX_GIST = 260;
/** Maximum techniques to contrast with. */
const MAX_NEIGHBOURS = 3;

/**
 * Returns definitions of techniques for the prompt of a judge.
 * @param found results of the embedded analyzer. Its runners-up are easily confused with the technique.
 */
export async function defineTechniques(
  ids: readonly string[],
  found: readonly FoundTechnique[],
  release: ReleaseIndex,
  descriptions: TechniqueDescriptions,
): Promise<Map<string, Definition>> {
  const known = await descriptions.describe(release.release_id, ids);
  const rivals = new Map(
    found.map(({ attack_id, explanation }) => [
      attack_id,
      explanation.runners_up.map((one) => one.attack_id),
    ]),
  );
  return new Map(
    ids.map((id) => [
      id,
      {
        attack_id: id,
        name: fullName(id, release),
        gist: gistOf(known.get(id) ?? ""),
        neighbours: neighboursOf(id, rivals.get(id) ?? [], release).map(
          (other) => `${other} ${fullName(other, release)}`,
        ),
      },
    ]),
  );
}

/** Returns a sub-technique's name with its parent's, because “Email Addresses” alone is unclear. */
function fullName(id: string, { techniques }: ReleaseIndex): string {
  const name = techniques.get(id)?.name ?? id;
  const parent = parentOf(id);
  return parent === id ? name : `${techniques.get(parent)?.name ?? parent}: ${name}`;
}

/** Returns the runners-up, or else the parent and its other sub-techniques. */
function neighboursOf(id: string, rivals: readonly string[], release: ReleaseIndex): string[] {
  const parent = parentOf(id);
  const family = [...release.techniques.keys()].filter((other) => parentOf(other) === parent);
  const others = [...rivals, parent, ...family].filter(
    (other) => other !== id && release.techniques.has(other),
  );
  return [...new Set(others)].slice(0, MAX_NEIGHBOURS);
}

/** Returns the first sentences of a description, without citations and markup. */
export function gistOf(description: string): string {
  const plain = description
    .replace(/\(Citation:[^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<\/?[a-z]+>/g, "")
    .replace(/\s+/gu, " ")
    .trim();
  if (plain.length <= MAX_GIST) return plain;
  const cut = plain.slice(0, MAX_GIST);
  const end = Math.max(cut.lastIndexOf(". "), cut.lastIndexOf("; "));
  return end > MAX_GIST / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(" "))} …`;
}
