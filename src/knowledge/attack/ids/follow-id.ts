import type { ReleaseIndex } from "../release-index.ts";
import { parentOf } from "../technique-id.ts";
import { type KnownIds, shippedIds } from "./known-ids.ts";
import { resolveId } from "./resolve-id.ts";

/**
 * Returns the active technique for an id in a release, or an empty string. An id newer than the release is resolved to
 * its predecessor. A new sub-technique without one is resolved to its parent technique.
 */
export function followId(
  id: string,
  release: ReleaseIndex,
  known: KnownIds = shippedIds(),
): string {
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

/** Returns the technique with the same name, otherwise the first. */
function oneOf(
  ids: readonly string[],
  id: string,
  { domain, techniques }: ReleaseIndex,
  known: KnownIds,
): string {
  const name = known.find(id, domain)?.releases.at(-1)?.name;
  return ids.find((one) => techniques.get(one)?.name === name) ?? ids[0] ?? "";
}
