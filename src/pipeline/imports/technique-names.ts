import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { parentOf } from "../../knowledge/attack/technique-id.ts";
import { versionRank } from "../../knowledge/attack/vocabulary.ts";
import { foldText } from "../../platform/lib/text.ts";

/** The techniques with a name, and the distance of the release that has it from the requested one. */
interface Meant {
  distance: number;
  ids: Set<string>;
}

/**
 * The technique names of a domain, including those of older and newer releases. The nearest release that has a name
 * decides: the current one, then older ones, then newer ones.
 */
export class TechniqueNames {
  readonly #byName = new Map<string, Meant>();

  constructor(index: ReleaseIndex, known: KnownIds) {
    const active = [...index.techniques.values()];
    for (const { attack_id: id, name } of active) {
      this.#add(name, index.techniques.get(parentOf(id))?.name, id, 0);
    }
    const techniques = known.techniques(index.domain);
    const distances = distancesFrom(
      index.version,
      techniques.flatMap(({ releases }) => releases.map(({ version }) => version)),
    );
    const byId = new Map(techniques.map((one) => [one.attack_id, one]));
    for (const { attack_id: id, releases } of techniques) {
      const parent = byId.get(parentOf(id))?.releases;
      for (const { version, name, state } of releases) {
        const of = parent?.find((one) => one.version === version)?.name;
        // An active technique uses the name, while a revoked one only used it before.
        const distance = 2 * (distances.get(version) ?? 0) + (state === "active" ? 1 : 2);
        this.#add(name, of, id, distance);
      }
    }
  }

  /** Returns the IDs for a name, or for `Parent: Sub-technique`, in the nearest release that has it. */
  find(name: string): readonly string[] {
    return [...(this.#byName.get(foldText(name))?.ids ?? [])];
  }

  #add(name: string, parent: string | undefined, id: string, distance: number): void {
    this.#note(name, id, distance);
    if (parent !== undefined && parent !== name) this.#note(`${parent}: ${name}`, id, distance);
  }

  #note(name: string, id: string, distance: number): void {
    const folded = foldText(name);
    const known = this.#byName.get(folded);
    if (known === undefined || distance < known.distance) {
      this.#byName.set(folded, { distance, ids: new Set([id]) });
    } else if (distance === known.distance) known.ids.add(id);
  }
}

/** Returns the search order of releases: the current one, older ones downwards, newer ones upwards. */
function distancesFrom(version: string, versions: readonly string[]): Map<string, number> {
  const own = versionRank(version);
  const ranked = [...new Set(versions)].map((one) => ({ one, rank: versionRank(one) }));
  const older = ranked.filter(({ rank }) => rank <= own).sort((a, b) => b.rank - a.rank);
  const newer = ranked.filter(({ rank }) => rank > own).sort((a, b) => a.rank - b.rank);
  return new Map([...older, ...newer].map(({ one }, distance) => [one, distance]));
}
