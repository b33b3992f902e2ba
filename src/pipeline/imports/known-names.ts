import { type KnownIds, shippedIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf, resolveId, successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { foldText } from "../../platform/lib/text.ts";
import { TechniqueNames } from "./technique-names.ts";

/** What a name leads to: the technique, or those that replaced it; several that it may mean; or none. */
export type Named = { ids: readonly string[] } | { candidates: readonly string[] } | null;

/**
 * Techniques and groups of ATT&CK and ATLAS, found by the ids and names that imports use, in one
 * release of each domain.
 */
export class KnownNames {
  /** The releases that ids are resolved in, the first of them the main one. */
  readonly indexes: readonly ReleaseIndex[];
  /** The ids and names of other releases. */
  readonly known: KnownIds;
  /** By domain, made when a name of it is asked for. */
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

  /** A technique id as it is kept: a revoked one followed, one that no release has as it is. */
  techniques(id: string): readonly string[] {
    const asked = id.toUpperCase();
    for (const index of this.indexes) {
      if (index.techniques.has(asked)) return [asked];
      const successors = successorsIn(index, asked);
      if (successors.length > 0) return successors;
    }
    // None of these releases has it; others may say what became of it.
    for (const index of this.indexes) {
      const active = activeIdsOf(asked, index, this.known);
      if (active.length > 0) return active;
    }
    return [asked];
  }

  /**
   * A technique by its name, or by `Parent: Sub-technique`, whatever release of a domain called it so.
   * The first domain that knows the name decides; one that has deprecated what it names comes last.
   * @param domain the only one that it may be of, where the sender says so
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

  /** A group by id, name or alias; null for one that no release knows. */
  group(idOrName: string): string | null {
    const id = /^G\d{4}$/i.test(idOrName) ? idOrName.toUpperCase() : null;
    return id ?? this.#groups.get(foldText(idOrName)) ?? null;
  }

  /** The release whose ids and names printed texts are searched for. */
  get main(): ReleaseIndex | null {
    return this.indexes[0] ?? null;
  }
}

/** Ids of whatever release, as the one at hand has them. */
function toNamed(ids: readonly string[], index: ReleaseIndex, known: KnownIds): Named {
  const followed = ids.map((id) => {
    const active = activeIdsOf(id, index, known);
    return active.length > 0 ? active : [id];
  });
  const [first = []] = followed;
  const isOne = followed.every((one) => one.join() === first.join());
  return isOne ? { ids: first } : { candidates: [...new Set(followed.flat())] };
}
