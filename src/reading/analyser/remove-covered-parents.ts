import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { FoundTechnique } from "../recognition/found-technique.ts";

/**
 * Techniques without the parents whose evidence speaks for a sub-technique: the text does not tell
 * of both. A parent whose id is printed is the author's own mapping, and stays.
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
