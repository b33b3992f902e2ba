import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, resolveId, successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { foldText } from "../../platform/lib/text.ts";
import { TechniqueNames } from "./technique-names.ts";

/** The result for a name: the technique, or those that replaced it; several candidates; or null. */
export type Named = { ids: readonly string[] } | { candidates: readonly string[] } | null;

/**
 * Techniques and groups of ATT&CK and ATLAS, found by the IDs and names that imports use, in one release of each
 * domain.
 */
export class KnownNames {
  /** The releases in which IDs are resolved, the main one first. */
  readonly indexes: readonly ReleaseIndex[];
  /** The IDs and names of other releases. */
  readonly known: KnownIds;
  /** Names by domain, built on first use. */
  readonly #techniques = new Map<string, TechniqueNames>();
  readonly #groups = new Map<string, string>();

  constructor(indexes: readonly ReleaseIndex[], known: KnownIds = shippedIds()) {
    this.indexes = indexes;
    this.known = known;
    for (const { groups } of indexes) {
      for (const { attack_id: id, name, aliases } of groups) {
        for (const alias of aliases) this.#groups.set(foldText(alias), id);
        this.#groups.set(foldText(name), id);
      }
    }
  }

  /** Resolves a technique ID for storage: follows a revoked one, and returns an unknown one unchanged. */
  techniques(id: string): readonly string[] {
    const asked = id.toUpperCase();
    for (const index of this.indexes) {
      if (index.techniques.has(asked)) return [asked];
      const successors = successorsIn(index, asked);
      if (successors.length > 0) return successors;
    }
    // None of these releases has it. Other releases may show what replaced it.
    for (const index of this.indexes) {
      const active = activeIdsOf(asked, index, this.known);
      if (active.length > 0) return active;
    }
    return [asked];
  }

  /**
   * Returns a technique by its name, or by `Parent: Sub-technique`, whichever release of a domain used that name.
   * The first domain that knows the name decides. Deprecated techniques come last.
   * @param domain the only domain to search, if the sender specifies one
   */
  techniqueNamed(name: string, domain: string | null = null): Named {
    let gone: Named = null;
    for (const index of this.indexes) {
      if (domain !== null && index.domain !== domain) continue;
      const ids = this.#namesOf(index).find(name);
      if (ids.length === 0) continue;
      const named = toNamed(ids, index, this.known);
      const isGone = (id: string) => resolveId(id, index, this.known).kind === "inactive";
      if (!ids.every(isGone)) return named;
      gone ??= named;
    }
    return gone;
  }

  #namesOf(index: ReleaseIndex): TechniqueNames {
    const made = this.#techniques.get(index.domain) ?? new TechniqueNames(index, this.known);
    this.#techniques.set(index.domain, made);
    return made;
  }

  /** Returns a group by ID, name or alias, or null if no release has it. */
  group(idOrName: string): string | null {
    const id = /^G\d{4}$/i.test(idOrName) ? idOrName.toUpperCase() : null;
    return id ?? this.#groups.get(foldText(idOrName)) ?? null;
  }

  /** Returns the release whose IDs and names are searched for in running text. */
  get main(): ReleaseIndex | null {
    return this.indexes[0] ?? null;
  }
}

/** Resolves IDs of any release in the current one. */
function toNamed(ids: readonly string[], index: ReleaseIndex, known: KnownIds): Named {
  const followed = ids.map((id) => {
    const active = activeIdsOf(id, index, known);
    return active.length > 0 ? active : [id];
  });
  const [first = []] = followed;
  const isOne = followed.every((one) => one.join() === first.join());
  return isOne ? { ids: first } : { candidates: [...new Set(followed.flat())] };
}
