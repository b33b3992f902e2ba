import type { ReleaseIndex } from "../release-index.ts";
import { parentOf } from "../technique-id.ts";
import { type KnownIds, shippedIds } from "./known-ids.ts";
import { resolveId } from "./resolve-id.ts";

/**
 * Returns the active technique that an id leads to in a release, or an empty string. An id that is newer than
 * the release leads to its predecessor; a new sub-technique without one leads to its parent technique.
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

/** Returns the technique with the same name, else the first. */
function oneOf(
  ids: readonly string[],
  id: string,
  { domain, techniques }: ReleaseIndex,
  known: KnownIds,
): string {
  const name = known.find(id, domain)?.releases.at(-1)?.name;
  return ids.find((one) => techniques.get(one)?.name === name) ?? ids[0] ?? "";
}
