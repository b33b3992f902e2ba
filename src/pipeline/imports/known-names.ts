import { activeIdsOf, successorsIn } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { foldText } from "../../platform/lib/text.ts";

/** What a name leads to: one id, several, or none. */
export type Named = { id: string } | { candidates: string[] } | null;

/**
 * Techniques and groups of ATT&CK and ATLAS, found by the ids and names that imports use, in every
 * domain, in the current release of each.
 */
export class KnownNames {
  /** The releases that the names come from, the first of them the main one. */
  readonly indexes: readonly ReleaseIndex[];
  readonly #techniques = new Map<string, Set<string>>();
  readonly #groups = new Map<string, string>();

  constructor(indexes: readonly ReleaseIndex[]) {
    this.indexes = indexes;
    for (const index of indexes) {
      for (const technique of index.techniques.values()) {
        this.#add(technique.name, technique.attack_id);
        const parent = index.techniques.get(parentOf(technique.attack_id));
        if (parent !== undefined && parent !== technique) {
          this.#add(`${parent.name}: ${technique.name}`, technique.attack_id);
        }
      }
      for (const { attack_id: id, name, aliases } of index.groups) {
        for (const alias of aliases) this.#groups.set(foldText(alias), id);
        this.#groups.set(foldText(name), id);
      }
    }
  }

  #add(name: string, id: string): void {
    const folded = foldText(name);
    const ids = this.#techniques.get(folded) ?? new Set();
    this.#techniques.set(folded, ids.add(id));
  }

  /** A technique id as it is kept: a revoked one followed, one that no release has as it is. */
  techniques(id: string): readonly string[] {
    const asked = id.toUpperCase();
    for (const index of this.indexes) {
      if (index.techniques.has(asked)) return [asked];
      const successors = successorsIn(index, asked);
      if (successors.length > 0) return successors;
    }
    // No current release has it; others may say what became of it.
    for (const index of this.indexes) {
      const active = activeIdsOf(asked, index);
      if (active.length > 0) return active;
    }
    return [asked];
  }

  /** A technique by its name, or by `Parent: Sub-technique`; one domain's name goes before another's. */
  techniqueNamed(name: string): Named {
    const ids = [...(this.#techniques.get(foldText(name)) ?? [])];
    if (ids.length > 1) return { candidates: ids };
    return ids[0] === undefined ? null : { id: ids[0] };
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
