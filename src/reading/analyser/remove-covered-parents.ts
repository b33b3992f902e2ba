import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";

/**
 * Removes parents whose evidence already supports a sub-technique, because the text does not describe both. A parent
 * with a printed id is the author's mapping, so it remains.
 */
export function removeCoveredParents(
  techniques: readonly FoundTechnique[],
  printedIds: ReadonlySet<string>,
  release: ReleaseIndex,
): FoundTechnique[] {
  return techniques.filter((technique) => {
    const { attack_id, passages } = technique;
    if (attack_id.includes(".") || printedIds.has(attack_id)) return true;
    const [evidence] = passages;
    const ofSubs = techniques
      .filter((other) => other.attack_id.startsWith(`${attack_id}.`))
      .filter((other) => release.techniques.has(other.attack_id))
      .flatMap((sub) => sub.passages);
    return !ofSubs.some(
      ({ start, end }) => evidence !== undefined && start < evidence.end && end > evidence.start,
    );
  });
}
