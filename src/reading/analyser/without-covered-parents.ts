import type { FoundTechnique } from "../recognition/found-technique.ts";

/**
 * Techniques without the parents of which no passage speaks but those of a sub-technique. A parent
 * whose id is printed is the author's own mapping, and stays.
 */
export function withoutCoveredParents(
  techniques: readonly FoundTechnique[],
  printedIds: ReadonlySet<string>,
): FoundTechnique[] {
  return techniques.filter((technique) => {
    const { attack_id, passages } = technique;
    if (attack_id.includes(".") || printedIds.has(attack_id)) return true;
    const ofSubs = techniques
      .filter((other) => other.attack_id.startsWith(`${attack_id}.`))
      .flatMap((sub) => sub.passages);
    if (ofSubs.length === 0) return true;
    return passages.some(
      ({ start, end }) => !ofSubs.some((other) => start < other.end && end > other.start),
    );
  });
}
