import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { TECHNIQUE_ID_PATTERN } from "../../knowledge/attack/technique-id.ts";
import { foldText } from "../../platform/lib/text.ts";

/** What a name leads to: one id, several, or none. */
export type Named = { id: string } | { candidates: string[] } | null;

/**
 * ATT&CK and ATLAS as imports speak of them: techniques and groups by id or by name, in whatever
 * domain has them, the current release of each.
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
        const parent = index.techniques.get(technique.attack_id.replace(/\.\d{3}$/, ""));
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

  /** A technique id as it is kept: a revoked one followed, one that no release knows as it is. */
  technique(id: string): string {
    const asked = id.toUpperCase();
    for (const index of this.indexes) {
      if (index.techniques.has(asked)) return asked;
      const successor = index.replacements.get(asked);
      if (successor !== undefined) return successor;
    }
    return asked;
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

/** The technique id at the end or the beginning of a name, as galaxies and playbooks write it. */
export function idInName(name: string): string | null {
  const ID = "(?:AML\\.)?T\\d{4}(?:\\.\\d{3})?";
  const found =
    new RegExp(`(?:^|\\s-\\s|[\\s(:])(${ID})\\)?$`, "i").exec(name.trim()) ??
    new RegExp(`^(${ID})(?=[\\s:-])`, "i").exec(name.trim());
  return found?.[1]?.toUpperCase() ?? null;
}

/** Whether a text is nothing but a technique id. */
export function isTechniqueId(text: string): boolean {
  return TECHNIQUE_ID_PATTERN.test(text.toUpperCase());
}
